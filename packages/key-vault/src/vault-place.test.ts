import { expect, test } from 'vitest';
import { vaultPlaceOf } from './vault-place.ts';

test.each([
  [undefined, '/keys/key-vault.sqlite', '/keys/key-vault.json', '/keys/erasures.jsonl'],
  ['/vault/own.sqlite', '/vault/own.sqlite', '/vault/own.json', '/vault/erasures.jsonl'],
  ['/vault/key-vault.json', '/vault/key-vault.sqlite', '/vault/key-vault.json', '/vault/erasures.jsonl'],
  ['/vault/secrets', '/vault/secrets.sqlite', '/vault/secrets', '/vault/erasures.jsonl'],
])('KEY_VAULT_FILE=%s means %s, made of %s and %s', (named, file, vault, ledger) => {
  expect(vaultPlaceOf({ file: named }, '/keys/master.key')).toEqual({
    url: undefined,
    file,
    former: { vault, ledger },
  });
});
