/** A password that an administrator gives: its owner changes it at the next sign-in. */

/** Without what is mistaken for something else when it is read out: 0 O, 1 l I. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 12;

export const newPassword = (): string => {
  const limit = 256 - (256 % letters.length);
  let password = '';
  while (password.length < length) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    // no letter is likelier than another
    if (byte! < limit) password += letters[byte! % letters.length];
  }
  return password;
};
