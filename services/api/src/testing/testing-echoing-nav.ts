import { createServer } from 'node:http';

export interface EchoingNav {
  readonly url: string;
  /** How many calls it has had. */
  readonly calls: () => number;
  readonly close: () => void;
}

/** Books that fail at everything, and say back whatever they were sent. */
export async function startEchoingNav(): Promise<EchoingNav> {
  let calls = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls += 1;
      const message = `${request.url} ${request.headers.authorization} ${body}`;
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'Internal', message } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/api/v2.0` : '';
  return { url, calls: () => calls, close: () => void server.close() };
}
