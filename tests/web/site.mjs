// A plain web host: files of a folder below a path, and nothing of ours. Another folder can take its place.
import { createServer } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.md': 'text/markdown',
};

export class Host {
  /** Serves `folder` at http://…/`path`. */
  static async start(folder, path = '/games/ochre/') {
    const host = new Host();
    host.folder = folder;
    host.path = path;
    host.asked = [];
    host.server = createServer((request, response) => host.answer(request, response));
    await new Promise((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    host.port = host.server.address().port;
    return host;
  }
  get url() {
    return `http://127.0.0.1:${this.port}${this.path}`;
  }
  answer(request, response) {
    const { pathname } = new URL(request.url, 'http://x');
    this.asked.push(pathname);
    let file = pathname.startsWith(this.path) ? normalize(pathname.slice(this.path.length)) : '..';
    try {
      if (file.startsWith('..')) throw new Error('outside');
      file = join(this.folder, file);
      if (statSync(file).isDirectory()) file = join(file, 'index.html');
      const body = readFileSync(file);
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('nothing here');
    }
  }
  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
