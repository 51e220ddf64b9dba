import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { BENCH_PERMISSIONS } from '@atelier/domain/shared/bench-permissions.ts';
import { WAITING_HOLDS } from '@atelier/domain/repair/holds/hold-rights.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Camera, Crosshair, Gem, MessageSquare, Pause, Play, Scale } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useSession } from '../../../../lib/session/use-session.ts';
import { useCutSince } from '../../../../live/use-cut.ts';
import { letterOf, type ShortcutName } from '../../../../shared/keys/keys.ts';
import { Shortcut } from '../../../../shared/keys/shortcut.tsx';
import { readRmaPath } from '../../../../shared/item/open-piece.ts';
import { type KeyActions, useBenchKeys } from '../bench-keys.ts';
import type { PieceAction } from './piece-action.ts';

const PieceDialog = lazyPart(() => import('./piece-dialogs.tsx'), 'PieceDialog');

const SHORTCUTS = {
  hold: 'benches.hold',
  release: 'benches.hold',
  comment: 'benches.comment',
  photo: 'benches.photo',
  weight: 'benches.weight',
  parts: 'benches.parts',
  marks: 'benches.marks',
} as const satisfies Record<PieceAction, ShortcutName>;

const ICONS: Readonly<Record<PieceAction, ReactNode>> = {
  hold: <Pause size={16} aria-hidden />,
  release: <Play size={16} aria-hidden className="flips" />,
  comment: <MessageSquare size={16} aria-hidden />,
  photo: <Camera size={16} aria-hidden />,
  weight: <Scale size={16} aria-hidden />,
  parts: <Gem size={16} aria-hidden />,
  marks: <Crosshair size={16} aria-hidden />,
};

/** What a bench may do here: a piece of another stage is remarked on and photographed alone. */
function actionsFor(item: ItemView, isElsewhere: boolean): readonly PieceAction[] {
  const isWaiting = WAITING_HOLDS.some((hold) => item.holds.includes(hold));
  if (isElsewhere) return ['comment', 'photo'];
  return [isWaiting ? 'release' : 'hold', 'comment', 'photo', 'weight', 'parts', 'marks'];
}

/** What is done to the piece on the bench, by button or by key. */
export function PieceActions({ item, isElsewhere }: { item: ItemView; isElsewhere: boolean }) {
  const { t } = useTranslation(['bench', 'status', 'repair']);
  const { allPermission } = useSession().view;
  const navigate = useNavigate();
  const [open, setOpen] = useState<PieceAction | null>(null);
  const mayWork = BENCH_PERMISSIONS.some((permission) => allPermission.includes(permission));
  const actions = mayWork ? actionsFor(item, isElsewhere) : [];
  const isCut = useCutSince() !== null;
  const bound: KeyActions = Object.fromEntries(
    (isCut ? [] : actions).map((action) => [letterOf(SHORTCUTS[action]), () => setOpen(action)]),
  );
  useBenchKeys({
    ...bound,
    [letterOf('benches.open')]: () => void navigate(readRmaPath({ rmaId: item.rma_id, itemId: item.id })),
  });
  if (actions.length === 0) return null;
  return (
    <footer className="bench-keys">
      {actions.map((action) => (
        <Button
          key={action}
          size="large"
          disabled={isCut}
          icon={ICONS[action]}
          iconAfter={<Shortcut of={SHORTCUTS[action]} />}
          onClick={() => setOpen(action)}
          testId={`bench-${action}`}
        >
          {t(`bench:action.${action}`)}
        </Button>
      ))}
      {isCut && (
        <span className="small muted" data-testid="bench-keys-cut">
          {t('repair:cut.piece')}
        </span>
      )}
      {isElsewhere && (
        <span className="small muted">
          {t('bench:action.elsewhere', { stage: t(`status:name.${item.rma_status_id}`) })}
        </span>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <PieceDialog action={open} item={item} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </footer>
  );
}
