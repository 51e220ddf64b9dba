import { useTurn } from '@atelier/ui/chunks/turns.ts';
import type { ReactNode } from 'react';
import { Drawn } from './chart-box.tsx';

/** The place of a panel, which asks for its figures and is drawn once those before it are. */
export function InTurn({ id, children }: { id: string; children: ReactNode }) {
  const [hasTurn, endTurn] = useTurn();
  if (!hasTurn) return <div className={`panel figure figure-${id}`} />;
  return <Drawn onDrawn={endTurn}>{children}</Drawn>;
}
