/** Addresses of databases on the test server; apart from database.ts, which only works inside a test. */

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
