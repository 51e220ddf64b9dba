import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameOf, joined } from './frames.ts';

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });

beforeAll(() => new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  http.close();
});

/** A frame whose text has so many bytes. */
function frameOfLength(bytes: number): { readonly text: string; readonly frame: Buffer } {
  const topic = 'x'.repeat(bytes - JSON.stringify({ type: 'resync', topics: [''] }).length);
  const text = JSON.stringify({ type: 'resync', topics: [topic] });
  return { text, frame: frameOf({ type: 'resync', topics: [topic] }) };
}

/** Writes bytes below a server's WebSocket, with a separate frame after them; returns what a client receives. */
async function receivedFrom(bytes: Buffer, expected: number): Promise<readonly string[]> {
  server.once('connection', (socket, request) => {
    request.socket.write(bytes);
    socket.send('last');
  });
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const texts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('message', (data: Buffer) => {
      texts.push(data.toString());
      if (texts.length === expected) resolve();
    });
  });
  client.terminate();
  return texts;
}

it('makes whole WebSocket frames of every length, with text in any language', async () => {
  // Where the header grows: 126 bytes, and 64 KiB.
  const lengths = [125, 126, 65_535, 65_536, 300_000].map(frameOfLength);
  const foreign = frameOf({ type: 'refused', topic: '修理 – إصلاح', code: 'unknown_topic' });
  const all = joined([...lengths.map(({ frame }) => frame), foreign]);
  expect(await receivedFrom(all, lengths.length + 2)).toEqual([
    ...lengths.map(({ text }) => text),
    '{"type":"refused","topic":"修理 – إصلاح","code":"unknown_topic"}',
    'last',
  ]);
});

it('copies nothing when there is a single frame', () => {
  const { frame } = frameOfLength(200);
  expect(joined([frame])).toBe(frame);
});
