import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginRecords } from './begin-records.commands.ts';
import { type World, TEST_KEY } from '../../projections/testing.ts';
import { META } from '../../projections/testing-histories.ts';
import { NOW as now, openRecordedWorld, type RecordedWorld } from './testing-recorded.ts';
import { giveSecret } from '../../identity/api-keys.commands.ts';
import { storePasswordHash } from '../../identity/passwords.commands.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '../../identity/second-factors.commands.ts';
import { insertSession, revokeSessions } from '../../identity/sessions.commands.ts';
import { sessionDigest, tokenHash } from '../../identity/sessions.queries.ts';
import { recordSignIn } from '../../identity/sign-ins.commands.ts';
import { linkSsoPerson } from '../../identity/single-sign-on.commands.ts';
import { dropBadge, storeBadge } from '../../workforce/badges.commands.ts';

const USER = 7;
const WORKER = 12;
let world: World;
let owner: Pool;
let found: RecordedWorld['found'];
let foundAfter: RecordedWorld['foundAfter'];
let one: RecordedWorld['one'];
let close: RecordedWorld['close'];

beforeAll(async () => {
  ({ world, owner, found, foundAfter, one, close } = await openRecordedWorld());
  await beginRecords(world.db, now, true);
});
afterAll(() => close());

describe('credentials', () => {
  const wholeLife = async (): Promise<void> => {
    await storePasswordHash(world.db, USER, '$argon2id$one', now);
    await storePasswordHash(world.db, USER, '$argon2id$two', now, { mustChange: true });
    await beginSecondFactor(world.db, USER, Buffer.from('sealed secret'), now);
    await confirmSecondFactor(world.db, USER, { step: 5, recovery: ['a', 'b'] }, now);
    await takeStep(world.db, USER, 6);
    await takeRecoveryCode(world.db, USER, 'a', now);
    await storeBadge(
      { db: world.db, masterKey: TEST_KEY },
      { workerId: WORKER, barcode: '7001', pinHash: '$argon2id$pin' },
      now,
    );
    await linkSsoPerson(
      world.db,
      { issuer: 'https://login.example', subject: 's-1', email: undefined },
      USER,
      now,
    );
    await giveSecret(
      world.db,
      { userId: 8, userType: 'shop', siteId: 1, permissions: ['export'], lastDay: '2099-01-01' },
      now,
    );
  };

  it('are as recorded after each change of them', async () => {
    await wholeLife();
    expect(await found()).toEqual([]);
    await dropBadge(world, WORKER, now);
    await dropSecondFactor(world.db, USER, now);
    expect(await found()).toEqual([]);
    await wholeLife();
    expect(await found()).toEqual([]);
  });

  it.each([
    [
      'a password',
      'update user_credentials set password_hash = $$$argon2id$x$$ where user_id = 7',
      'user_credentials user_id=7 changed',
      'update user_credentials set password_hash = $$$argon2id$two$$ where user_id = 7',
    ],
    [
      'a second factor',
      `update second_factors set secret = 'other' where user_id = 7`,
      'second_factors user_id=7 changed',
      `update second_factors set secret = 'sealed secret' where user_id = 7`,
    ],
    [
      'a recovery code',
      `update second_factors set recovery = '{b,c}' where user_id = 7`,
      'second_factors user_id=7 changed',
      `update second_factors set recovery = '{b}' where user_id = 7`,
    ],
    [
      'a PIN',
      `update worker_badges set pin_hash = '$argon2id$other'`,
      'worker_badges worker_id=12 changed',
      `update worker_badges set pin_hash = '$argon2id$pin'`,
    ],
    [
      'a person of the provider',
      `update user_identities set subject = 's-2'`,
      'user_identities user_id=7 changed',
      `update user_identities set subject = 's-1'`,
    ],
    [
      'a password of an account without one',
      `insert into user_credentials (user_id, password_hash, changed_at) values (8, '$argon2id$x', now())`,
      'user_credentials user_id=8 extra',
      'delete from user_credentials where user_id = 8',
    ],
  ])('%s written by something else is found', async (_, change, place, back) => {
    expect(await foundAfter(change, back)).toEqual([place]);
  });

  it('a second factor that something else took away is found', async () => {
    await owner.query('create table taken as select * from second_factors');
    expect(
      await foundAfter('delete from second_factors', 'insert into second_factors select * from taken'),
    ).toEqual(['second_factors user_id=7 missing']);
  });

  it('the secret of an API key written by something else is found', async () => {
    const { token_hash: kept } = await one(
      `select encode(token_hash, 'hex') as token_hash from sessions where kind = 'key'`,
    );
    expect(
      await foundAfter(
        `update sessions set token_hash = sha256('mine') where kind = 'key'`,
        `update sessions set token_hash = decode('${String(kept)}', 'hex') where kind = 'key'`,
      ),
    ).toEqual(['sessions user_id=8 changed']);
  });
});

describe('sessions', () => {
  const open = async (token: string): Promise<string> => {
    const id = randomUUID();
    const at = now.toISOString();
    const session = sessionDigest(tokenHash(token));
    await recordSignIn(
      world.store,
      id,
      { userId: USER, how: 'password', account: 'a', address: 'b', session, at },
      META,
    );
    const { rows } = await owner.query<{ id: number }>('select * from users where id = $1', [USER]);
    const account = {
      ...rows[0],
      id: USER,
      user_type: 'shop',
      site_id: 1,
      roles: [],
      permissions: [],
      active: true,
    };
    const endsAt = new Date('2099-01-01');
    // What the rights are made of does not matter here.
    await insertSession(world.db, { id, token, kind: 'password', account: account as never, now, endsAt });
    return id;
  };

  it('that a sign-in began are as recorded; what something else made of them is found', async () => {
    const id = await open('token');
    expect(await found()).toEqual([]);
    const where = `where id = '${id}'`;
    expect(
      await foundAfter(
        `update sessions set token_hash = sha256('mine') ${where}`,
        `update sessions set token_hash = sha256('token') ${where}`,
      ),
    ).toEqual([`sessions id=${id} changed`]);
    expect(
      await foundAfter(
        `update sessions set user_id = 8 ${where}`,
        `update sessions set user_id = 7 ${where}`,
      ),
    ).toEqual([`sessions id=${id} changed`]);
    const stranger = randomUUID();
    expect(
      await foundAfter(
        `insert into sessions (id, token_hash, user_id, kind, rights, created_at, last_seen_at, ends_at)
           values ('${stranger}', sha256('x'), 7, 'password', '', now(), now(), now() + interval '1 hour')`,
        `delete from sessions where id = '${stranger}'`,
      ),
    ).toEqual([`sessions id=${stranger} extra`]);
    await revokeSessions(world.db, { id }, now);
    expect(await found()).toEqual([]);
  });
});
