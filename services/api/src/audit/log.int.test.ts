import { generateKeyPairSync } from 'node:crypto';
import { openCheckpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { unpackEntries } from '@atelier/transparency-log/proof/leaf.ts';
import { fitsInclusion, hashesIn, leafHash } from '@atelier/transparency-log/proof/merkle.ts';
import { sealLog } from '@atelier/transparency-log/proof/seal-log.ts';
import { signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { tilePath, tileWidth } from '@atelier/transparency-log/proof/tile-path.ts';
import { inclusionPath } from '@atelier/transparency-log/proof/tree-proofs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  TestClock,
  bearer,
  openApiWorld,
  signInAs,
  type ApiNode,
  type ApiWorld,
} from '../testing/testing-api.ts';

const signer = signerKey('atelier.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
let api: ApiWorld;
let node: ApiNode;
beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ clock: new TestClock() });
});
afterAll(() => api.close());

const get = (url: string, token?: string) =>
  node.app.inject({
    method: 'GET',
    url: `/api/log/${url}`,
    headers: token === undefined ? {} : bearer(token),
  });

describe('the tree of the log, served (decisions/0153)', () => {
  it('shows no checkpoint before the first', async () => {
    expect((await get('checkpoint')).statusCode).toBe(404);
  });

  it('serves everything needed to check an entry against the signed checkpoint', async () => {
    await api.world.settle();
    await sealLog(api.world.projectorPool, { signer });
    const answer = await get('checkpoint');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=5',
    });
    const head = openCheckpoint(answer.body, [signer.verifier]);
    expect(head.size).toBeGreaterThan(10);
    const read = async (level: number, tile: number, width: number) => {
      const { statusCode, headers, rawPayload } = await get(`tile/${level}/${tilePath({ tile, width })}`);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      return rawPayload;
    };
    const auditor = await signInAs(node.app, 'auditor');
    const width = tileWidth(head.size, 0, 0);
    const bundle = await get(`tile/entries/${tilePath({ tile: 0, width })}`, auditor);
    const entries = unpackEntries(bundle.rawPayload);
    expect(entries.map(leafHash)).toEqual(hashesIn(await read(0, 0, width)));
    for (const [index, entry] of entries.entries())
      expect(
        fitsInclusion({ ...head, index }, leafHash(entry), await inclusionPath(read, index, head.size)),
      ).toBe(true);
  });

  it('gives the entries to auditors only, and nothing for a path that is none', async () => {
    const paris = await signInAs(node.app, 'paris');
    expect((await get('tile/entries/000.p/1', paris)).statusCode).toBe(403);
    expect((await get('tile/entries/000.p/1')).statusCode).toBe(401);
    for (const path of ['0/0', '0/000.p/256', '0/000.p/0', '0/x000/001', '0/999', '9/000', '0/000.p/99/1'])
      expect([path, (await get(`tile/${path}`)).statusCode]).toEqual([path, 404]);
    expect((await get('tile/64/000')).statusCode).toBe(400);
  });
});
