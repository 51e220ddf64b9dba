/** The API's view of the queues, in Redis or PostgreSQL. It reads jobs and retries them; it never works on one. */
export interface QueuePort {
  /** @throws while the queues cannot be reached */
  readonly readAll: () => Promise<readonly QueueSnapshot[]>;
  readonly find: (queue: string, jobId: string) => Promise<FoundJob | undefined>;
  /** A failed job begins again, one that waits for its next attempt is tried now; anything else is left alone. */
  readonly retry: (queue: string, jobId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface QueueSnapshot {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly isPaused: boolean;
  readonly jobs: readonly FoundJob[];
  readonly schedules: readonly FoundSchedule[];
  /** By the job's name: when one ended last, as long as the queue remembers it. */
  readonly lastRuns: Readonly<Record<string, Date>>;
}

export interface FoundJob {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'retrying' | 'failed' | 'other';
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly attempts: number;
  readonly mostAttempts: number;
  /** The original error; may contain confidential data. */
  readonly error: string;
  readonly at: Date | null;
  readonly nextAt: Date | null;
}

export interface FoundSchedule {
  readonly key: string;
  readonly name: string;
  readonly pattern: string;
  readonly nextAt: Date | null;
}
