import { Status } from '@atelier/domain/shared/status.ts';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleOf, type Sample } from '../stats.ts';

export interface Changes {
  readonly perSecond: number;
  readonly seconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Scans at the warehouse, each at its time whether or not the last ones are answered; the rate is that of the answers.
 * `turn` goes on over all calls, so that pieces take turns.
 */
export function createScans(url: string, token: string, pieces: readonly { readonly id: number }[]) {
  let turn = 0;
  return async ({ perSecond, seconds }: Changes): Promise<Sample> => {
    const latencies: number[] = [];
    const open = new Set<Promise<void>>();
    let failed = 0;
    const began = performance.now();
    for (let count = 0; count < perSecond * seconds; count += 1) {
      const wait = began + (count * 1_000) / perSecond - performance.now();
      if (wait > 1) await sleep(wait);
      const asked = performance.now();
      const one = scan(url, token, pieces[turn++ % pieces.length]?.id ?? 0).then((status) => {
        open.delete(one);
        if (status === 200) latencies.push(performance.now() - asked);
        else failed += 1;
      });
      open.add(one);
    }
    await Promise.all(open);
    return sampleOf(latencies, (performance.now() - began) / 1_000, failed);
  };
}

function scan(url: string, token: string, piece: number): Promise<number> {
  const body = JSON.stringify({ code: String(piece), target: Status.ReceiveFromShop });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const call = request(`${url}/api/scan`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', () => resolve(0));
    call.end(body);
  });
}
