import { Fault } from '@atelier/postgres/fault.ts';

/** The vault that opens this database's keys is gone: a new one would open none of them. */
export class KeyVaultMissing extends Fault {
  readonly code = 'key_vault_missing';

  constructor(vault: string, setting = 'KEY_VAULT_FILE') {
    super(
      `The key vault ${vault} is gone, but the database was used with it: put it back, or name it in ${setting}.`,
    );
    this.name = 'KeyVaultMissing';
  }
}

/** The vault's file holds something else, or only a part of it. */
export class BrokenKeyVault extends Fault {
  readonly code = 'broken_key_vault';

  /** Names the file, never what it holds. */
  constructor(file: string) {
    super(`${file} is not a key vault: put the vault of this database back, or name it in KEY_VAULT_FILE.`);
    this.name = 'BrokenKeyVault';
  }
}

/** Vault and database do not belong together. */
export class WrongKeyVault extends Fault {
  readonly code = 'wrong_key_vault';

  constructor(vault: string, setting = 'KEY_VAULT_FILE') {
    super(
      `${vault} is not the key vault of this database: name the one it was used with in ${setting}, which all nodes share.`,
    );
    this.name = 'WrongKeyVault';
  }
}

/** The vault is behind the database: it would open what was destroyed since. */
export class OlderKeyVault extends Fault {
  readonly code = 'older_key_vault';

  constructor(vault: string) {
    super(
      `The key vault ${vault} is older than the one that the database was used with last: put the newest one back, and let all nodes share it (KEY_VAULT_URL on several machines). If there is no newer one, stop all nodes and run "npm run vault:adopt" (for a restore: --adopt-vault).`,
    );
    this.name = 'OlderKeyVault';
  }
}

/** The vault and the one that the database was used with last were one, and have been written apart since. */
export class ForeignKeyVault extends Fault {
  readonly code = 'foreign_key_vault';

  constructor(vault: string) {
    super(
      `The key vault ${vault} is a copy that was written apart from the one that the database was used with last: put that one back, and let all nodes share it (KEY_VAULT_URL on several machines). If it is lost, stop all nodes and run "npm run vault:adopt" (for a restore: --adopt-vault).`,
    );
    this.name = 'ForeignKeyVault';
  }
}

/** Another process holds the vault's file for seconds. Nothing was destroyed: the caller may try again. */
export class KeyVaultBusy extends Error {
  readonly code = 'key_vault_busy';

  constructor(file: string) {
    super(`another process holds the key vault ${file}`);
    this.name = 'KeyVaultBusy';
  }
}

/** A writer of the vault was stopped for so long that it lost its lock, and another one wrote. Nothing was changed by it. */
export class StaleVaultWriter extends Error {
  readonly code = 'stale_vault_writer';

  constructor() {
    super('the key vault was written by another node meanwhile');
    this.name = 'StaleVaultWriter';
  }
}

/** Master key and database do not belong together: every personal field would seem broken. */
export class WrongMasterKey extends Fault {
  readonly code = 'wrong_master_key';

  constructor() {
    super(
      'The master key opens none of the keys in this database: name the file of the one that they were made with in MASTER_KEY_FILE.',
    );
    this.name = 'WrongMasterKey';
  }
}
