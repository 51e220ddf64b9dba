import { WebSocketServer, type WebSocket } from 'ws';
import { greet, serveOrders } from './child.ts';
import type { Broadcast } from './messages.ts';

// What ours is measured beside: `ws` and a loop over the sockets of a group, nothing else. No rights, no rows read, no
// heartbeats, no limit for who does not read.
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const groups = new Map<string, Set<WebSocket>>();

server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { topics }: { topics: string[] } = JSON.parse(data.toString());
    for (const topic of topics) groups.set(topic, (groups.get(topic) ?? new Set()).add(socket));
    socket.send('{"type":"subscribed"}');
  });
});
server.on('listening', () => {
  const address = server.address();
  greet(typeof address === 'object' ? address?.port : 0);
});
serveOrders(broadcast);

async function broadcast({ perSecond, seconds, bytes, audiences }: Broadcast): Promise<void> {
  const filler = 'x'.repeat(Math.max(0, bytes - 80));
  const began = performance.now();
  for (let event = 0; event < perSecond * seconds; event += 1) {
    const due = began + (event * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const frame = Buffer.from(
      `{"type":"change","at":${Date.now()},"rows":[{"kind":"item","text":"${filler}"}]}`,
    );
    for (const topic of audiences[event % audiences.length] ?? []) {
      for (const socket of groups.get(topic) ?? []) socket.send(frame, { binary: false });
    }
  }
}
