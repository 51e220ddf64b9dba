import type { Envelope } from '@atelier/contracts/contract/envelope.ts';
import type { z } from 'zod';

/** What a call brought back. The envelope is the same everywhere; its data is read by the schema of the contract. */
export interface Reply {
  readonly status: number;
  readonly body: Envelope<unknown>;
}

/** The data of a reply, as its contract promises it; throws when it is anything else. */
export function dataOf<Data>(schema: z.ZodType<Data>, { body }: Reply): Data {
  return schema.parse(body.data);
}

/** What must have been accepted; throws with its code otherwise. */
export async function must<R extends Reply>(replying: Promise<R>): Promise<R> {
  const reply = await replying;
  if (reply.status !== 200) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}
