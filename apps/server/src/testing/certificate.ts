/** A certificate for localhost that signed itself, made here: no program need be installed for it. */
import { generateKeyPairSync, sign } from 'node:crypto';

const node = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), size, body]);
};
const sequence = (...parts: Buffer[]) => node(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
const oid = (text: string) => node(0x06, hex(text));

const ecdsaSha256 = () => sequence(oid('2a8648ce3d040302'));
/** CN=localhost */
const name = () => sequence(node(0x31, sequence(oid('550403'), node(0x0c, Buffer.from('localhost')))));
const time = (ms: number) =>
  node(0x18, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));
/** subjectAltName: localhost and 127.0.0.1 */
const extensions = () => {
  const names = sequence(node(0x82, Buffer.from('localhost')), node(0x87, Buffer.from([127, 0, 0, 1])));
  return node(0xa3, sequence(sequence(oid('551d11'), node(0x04, names))));
};
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const dayMs = 86_400_000;
  const body = sequence(
    node(0xa0, node(0x02, hex('02'))),
    node(0x02, hex('01')),
    ecdsaSha256(),
    name(),
    sequence(time(Date.now() - dayMs), time(Date.now() + dayMs)),
    name(),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(),
  );
  const signature = node(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const cert = pem('CERTIFICATE', sequence(body, ecdsaSha256(), signature));
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}
