import type { LiveRow } from '@atelier/domain/live/contract.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';

/** A row as it is read, before it has a version: its version is the moment of the reading. */
export interface PolledRow extends Pick<LiveRow, 'kind' | 'id'> {
  readonly [field: string]: unknown;
}

/** Rows that no event changes: the state of queues, the progress of a job. They are read once a second while a screen subscribes. */
export interface Poll {
  /** Whether a topic shows these rows. */
  readonly covers: (topic: string) => boolean;
  readonly mayReceive: (principal: Principal) => boolean;
  readonly read: (topic: string) => Promise<readonly PolledRow[]>;
}

/** Everything live of one node, as its routes and slices use it. */
export interface LiveService {
  /** Speaks with one socket, from its first frame to its end. */
  readonly connect: (socket: WebSocket, request: FastifyRequest) => void;
  /** From now on this is polled too. */
  readonly poll: (poll: Poll) => void;
  readonly stop: () => Promise<void>;
}
