import type { EventRegistry } from '@atelier/event-store/event-types.ts';
import type { Projection } from '@atelier/application/projections/projection.ts';
import type { ApiNode, WorkerNode } from './nodes.ts';
import type { Acknowledged, Piece } from './pieces.ts';
import type { TestScreen } from './screens.ts';
import type { Stage } from './stage.ts';

/** Everybody and everything in one schedule, shared by its parts. */
export interface Cast {
  readonly stage: Stage;
  /** Pieces that people work on. */
  readonly pieces: readonly Piece[];
  /** Nodes that are up now; a killed one is replaced. */
  apis: readonly ApiNode[];
  workers: readonly WorkerNode[];
  readonly screens: TestScreen[];
  readonly acknowledged: Acknowledged[];
  readonly followed: Map<string, number[]>;
  /** Streams whose events the projection cannot fold for now. */
  readonly poisoned: Set<string>;
  /** What the workers fold; nothing where no workers take part. */
  readonly projections: readonly Projection[];
  /** Whether screens take part: only then do hubs run. */
  readonly isWatched: boolean;
  /** Workers at the beginning. */
  readonly firstWorkers: readonly string[];
  /** A piece that only a node of the next release touches. */
  readonly newPiece: Piece;
  /** Pieces that only the two tabs of a counter scan. */
  readonly counterPieces: readonly Piece[];
  /** Position of the last of their scans. */
  scannedUpTo: number;
  /** Keys of scans that came back for review. */
  readonly trays: string[];
  /** What workers that start now can read. */
  registry: EventRegistry;
  /** Whether connections to the database break now and then. */
  readonly hasFaults: boolean;
  /** Deposits whose customer was erased. */
  readonly erased: Set<number>;
  /** Position of the log before anything happened. */
  readonly began: number;
  /** Highest position that was acknowledged. */
  readonly target: () => number;
  /** People still at work, without the parts that wait for them. */
  readonly isWorkDone: () => boolean;
}

/** One strand of a schedule: it runs as a separate actor and ends. */
export interface Part {
  readonly actor: string;
  readonly run: (cast: Cast) => Promise<void>;
  /** Whether others wait for it before they call the work done. */
  readonly isWork?: boolean;
}

/** Lets others go on for a random while. */
export async function wander({ scheduler }: Stage, most = 8): Promise<void> {
  for (let left = Math.floor(scheduler.random() * most); left >= 0; left -= 1)
    await scheduler.pause('wanders');
}
