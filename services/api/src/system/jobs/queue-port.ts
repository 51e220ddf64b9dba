/** What the API sees of the queues, whatever carries them. Looks, and tells a job to try again; it never works on one. */
export interface QueuePort {
  /** @throws while the queues cannot be reached */
  readonly look: () => Promise<readonly QueuePicture[]>;
  readonly find: (queue: string, jobId: string) => Promise<FoundJob | undefined>;
  /** A failed job begins anew, one that waits for its next attempt is tried now; anything else is left alone. */
  readonly retry: (queue: string, jobId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface QueuePicture {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly isPaused: boolean;
  readonly jobs: readonly FoundJob[];
  readonly schedules: readonly FoundSchedule[];
}

export interface FoundJob {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'retrying' | 'failed' | 'other';
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly attempts: number;
  readonly mostAttempts: number;
  /** As it was thrown: not for anybody's eyes yet. */
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
