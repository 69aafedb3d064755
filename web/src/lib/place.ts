// Where this page stands: behind a server, or as files alone (`make site`) in some folder of some host.

export type House = 'server' | 'here';

/** No server of ours stands behind the page; index.html says so. */
export const isSite = typeof document !== 'undefined' && document.querySelector('meta[name="ochre-site"]') !== null;

/** The folder of index.html: "/", or where a site was put. */
export const base = isSite ? new URL('.', location.href).pathname : '/';

const met = new Set<string>();

/** The address bar says that a table stands on this device, whether or not it is one of mine. */
export function meetHere(table: string): void {
  met.add(table);
}

export const isMetHere = (table: string) => met.has(table);

/** The address of a page inside Ochre. A site has one file, so that any host can serve it: the rest stands behind #. */
export function to(address: string): string {
  return isSite ? `${base}#${address}` : address;
}

/** Path and mark of an address of ours. */
export function parts(pathname: string, hash: string): [path: string, mark: string] {
  if (!isSite) return [pathname, hash];
  const address = hash.startsWith('#/') ? hash.slice(1) : `/${hash}`;
  const at = address.indexOf('#');
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
}
