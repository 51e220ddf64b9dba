import { describe, expect, test } from 'vitest';
import { reasonIn, serverFault, troubleIn } from './reason.ts';

const full = `2026-11-23 10:15:00.001 UTC [7] LOG:  database system is ready to accept connections
2026-11-23 10:15:01.001 UTC [9] PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device
2026-11-23 10:15:01.101 UTC [7] LOG:  background writer process (PID 8) was terminated by signal 6: Aborted`;

describe('why PostgreSQL does not run, from what it wrote', () => {
  test('a full disk is named with its folder, whatever failed for it', () => {
    const sentence =
      'The disk of the database in /data is full (could not write to file "pg_wal/xlogtemp.9": No space left on device): make room there, or set DATA_DIR to a folder on another disk.';
    expect(serverFault(full, '/data', '/postgres.log').message).toBe(sentence);
    expect(troubleIn(full, '/data', '/postgres.log')?.message).toBe(sentence);
  });

  test('so is too little memory', () => {
    const text = 'FATAL:  could not map anonymous shared memory: Cannot allocate memory';
    expect(serverFault(text, '/data').message).toMatch(/too little memory for PostgreSQL \(could not map/);
  });

  test('anything else is its first trouble and the log to read', () => {
    const text = 'LOG:  starting\nFATAL:  data directory "/data" has wrong ownership\nLOG:  shut down';
    expect(serverFault(text, '/data', '/postgres.log').message).toBe(
      'PostgreSQL does not start in /data (data directory "/data" has wrong ownership): see /postgres.log.',
    );
  });

  test('a server that was stopped names no trouble', () => {
    const text = 'FATAL:  terminating connection due to administrator command\nLOG:  shutting down';
    expect(troubleIn(text, '/data', '/postgres.log')).toBeUndefined();
  });

  test('no line at all is no message', () => {
    expect(reasonIn('')).toBe('');
  });
});
