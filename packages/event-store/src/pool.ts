import { Pool, types, type ClientBase } from 'pg';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { joinTimeline } from './horizon/epochs.ts';
import { PreparingClient } from '@atelier/postgres/prepared-client.ts';

/** Roles made by the first migration. The login of `DATABASE_URL` owns the tables and only migrates. */
export type Role = 'atelier_app' | 'atelier_projector' | 'owner';

export interface PoolOptions {
  /** An address as `parseAddress` reads it: it may name several servers. */
  readonly connectionString: string;
  /** Taken at connect: nothing a query says later runs with more rights. */
  readonly role: Role;
  /** Connections at most, 10 by default. */
  readonly max?: number;
  readonly applicationName?: string;
  /** Its sessions only read, and may be on a standby. */
  readonly isReplica?: boolean;
  /** No screen waits: a connection may take a minute instead of two seconds, a statement ten minutes instead of 15 seconds. */
  readonly unattended?: boolean;
  /** Its clients also copy rows into tables: then a query waits for the answer to the one before it. */
  readonly copies?: boolean;
  /** Called with connections that break while idle, so that they do not end the process. */
  readonly onError?: (error: Error) => void;
}

// Longest waits of product/reliability.md §29: nothing hangs, callers get 503 instead.
const poolWaitS = 2;
const unattendedWaitMs = 60_000;
const limits = {
  lock_timeout: '2s',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '10s',
  // A machine that is gone without a word would keep its locks for two hours: seconds, here.
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  timezone: 'UTC',
  // Compiling our short queries to machine code costs more than running them.
  jit: 'off',
} as const;

/**
 * A connection pool whose sessions hold one role and bounded time-outs.
 * Types: bigint → number (all ids and positions are below 2^53), date → 'YYYY-MM-DD', timestamptz → Date.
 */
export function createPool(options: PoolOptions): Pool {
  const onError = options.onError ?? (() => undefined);
  const waitMs = options.unattended === true ? unattendedWaitMs : connectWaitMs();
  const pool: Pool = new Pool({
    Client: PreparingClient,
    // Queries that are not awaited one by one travel together: a read in a scope takes one round trip.
    pipeline: options.copies !== true,
    ...connectionTo(options.connectionString),
    max: options.max ?? 10,
    connectionTimeoutMillis: waitMs,
    application_name: options.applicationName ?? 'atelier',
    options: sessionOptions(options),
    types: { getTypeParser },
    // Before any other statement: what this process knows of an earlier epoch is void on this server.
    ...(options.role !== 'owner' &&
      options.isReplica !== true && {
        // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
        onConnect: (client: ClientBase) => joinTimeline(pool, client, waitMs),
      }),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** In seconds by PGCONNECT_TIMEOUT, as PostgreSQL's own library has it: a slow machine needs more. */
function connectWaitMs(): number {
  const given = Number(process.env['PGCONNECT_TIMEOUT']);
  return (given > 0 ? given : poolWaitS) * 1_000;
}

/** A statement over the whole log, on a machine with much else to do. */
const unattendedLimits = { statement_timeout: '10min', idle_in_transaction_session_timeout: '1min' } as const;

function sessionOptions({ role, unattended = false }: PoolOptions): string {
  const settings: Record<string, string> = { ...limits, ...(unattended && unattendedLimits) };
  if (role !== 'owner') settings['role'] = role;
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

const int8: number = types.builtins.INT8;
const int8Array = 1016;
const date: number = types.builtins.DATE;
const parsers: { readonly getTypeParser: (oid: number, format?: 'text') => (text: string) => unknown } =
  types;

function getTypeParser(oid: number): (text: string) => unknown {
  if (oid === int8) return Number;
  if (oid === int8Array) return toNumbers;
  // The driver's own parser makes local midnight out of a date: another day in half the world.
  if (oid === date) return String;
  return parsers.getTypeParser(oid);
}

function toNumbers(text: string): unknown {
  const list = parsers.getTypeParser(int8Array)(text);
  return Array.isArray(list) ? list.map(Number) : list;
}
