import { Agent, request } from 'node:http';
import { sampleOf, type Sample } from './stats.ts';

export interface HttpCall {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly body: object;
}

export interface HttpLoad {
  readonly token: string;
  readonly clients: number;
  readonly seconds: number;
  /** The call of the n-th turn over all clients, counted from 0; undefined when there is nothing left to ask for. */
  readonly callOf: (turn: number) => HttpCall | undefined;
}

/** Clients that each ask again as soon as they are answered, on connections that stay open. Only status 200 counts. */
export async function httpLoad({ token, clients, seconds, callOf }: HttpLoad): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const until = began + seconds * 1_000;
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  let failed = 0;
  let turn = 0;
  const client = async () => {
    while (performance.now() < until) {
      const call = callOf(turn++);
      if (call === undefined) return;
      const asked = performance.now();
      if ((await send(agent, token, call)) === 200) latencies.push(performance.now() - asked);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const { user, system } = process.cpuUsage(cpu);
  const taken = (performance.now() - began) / 1_000;
  return { ...sampleOf(latencies, taken, failed), cpu: (user + system) / latencies.length };
}

function send(agent: Agent, token: string, { method, url, body }: HttpCall): Promise<number> {
  const payload = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(payload);
  });
}
