interface NumberSetting {
  /** Value of a variable that is not set. */
  readonly fallback: number;
  readonly least: number;
  readonly description: string;
}

/** Whole numbers that backups read from the environment. */
export const BACKUP_NUMBERS = {
  BACKUP_EVERY_HOURS: { fallback: 24, least: 1, description: 'Hours between two backups.' },
  BACKUP_WAL_SECONDS: { fallback: 60, least: 1, description: 'Seconds after which a write is archived.' },
  BACKUP_KEEP: { fallback: 7, least: 1, description: 'Number of backups that are kept at least.' },
  BACKUP_KEEP_DAYS: { fallback: 7, least: 0, description: 'Days for which every backup is kept.' },
  BACKUP_VERIFY_DAYS: {
    fallback: 7,
    least: 0,
    description:
      'Days between two verifications, which restore the newest backup beside. `0` turns them off.',
  },
} as const satisfies Readonly<Record<string, NumberSetting>>;

export type BackupNumber = keyof typeof BACKUP_NUMBERS;
