import { startChild, type Child } from './child.ts';
import type { Held, Opened, Order, Received, ScreenSpec } from './messages.ts';

/** Client processes that share the screens. */
export interface Clients {
  readonly pids: readonly number[];
  readonly open: (screens: readonly ScreenSpec[]) => Promise<Opened>;
  readonly begin: () => Promise<void>;
  readonly report: () => Promise<Received>;
  readonly storm: () => Promise<Opened>;
  readonly held: () => Promise<readonly Held[]>;
  readonly end: () => void;
}

export function startClients(count: number): Clients {
  const children = Array.from({ length: count }, () => startChild('./client-process.ts'));
  const all = <T>(order: Order): Promise<T[]> => Promise.all(children.map((child) => child.ask<T>(order)));
  return {
    pids: children.map(({ pid }) => pid),
    open: async (screens) =>
      together(await Promise.all(children.map((child, index) => openShare(child, index, count, screens)))),
    begin: async () => void (await all({ do: 'begin' })),
    report: async () => sum(await all<Received>({ do: 'report' })),
    storm: async () => together(await all<Opened>({ do: 'storm' })),
    held: async () => (await all<readonly Held[]>({ do: 'held' })).flat(),
    end: () => children.forEach((child) => child.end()),
  };
}

function openShare(
  child: Child,
  index: number,
  count: number,
  screens: readonly ScreenSpec[],
): Promise<Opened> {
  const share = screens.filter((_screen, at) => at % count === index);
  return child.ask<Opened>({ do: 'open', screens: share } satisfies Order);
}

function together(opened: readonly Opened[]): Opened {
  return {
    took: opened.flatMap(({ took }) => took),
    failed: opened.reduce((all, { failed }) => all + failed, 0),
  };
}

function sum(all: readonly Received[]): Received {
  const of = (pick: (one: Received) => number): number => all.reduce((total, one) => total + pick(one), 0);
  const closes: Record<string, number> = {};
  for (const [code, count] of all.flatMap((one) => Object.entries(one.closes)))
    closes[code] = (closes[code] ?? 0) + count;
  return {
    frames: of(({ frames }) => frames),
    bytes: of(({ bytes }) => bytes),
    rows: of(({ rows }) => rows),
    rowBytes: of(({ rowBytes }) => rowBytes),
    resyncs: of(({ resyncs }) => resyncs),
    closes,
    arrivals: all.flatMap(({ arrivals }) => arrivals),
    bareDelays: all.flatMap(({ bareDelays }) => bareDelays),
  };
}
