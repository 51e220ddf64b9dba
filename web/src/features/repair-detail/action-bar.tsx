import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { Menu, type MenuTriggerAttributes } from '@atelier/ui/controls/menu.tsx';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import { usePast } from '../../lib/time/use-now.ts';
import { rejectReasonsQuery } from '../../shared/item/reasons.ts';
import { actionsOf, type ItemAction } from './item-actions.ts';
import { useUndoMove } from '../../shared/item/use-undo-move.ts';

/** Forms come when one is opened: most visits read. */
const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog');

const WORDS: Record<ItemAction, string> = {
  pack: 'rma:action.pack',
  receive: 'rma:action.receive',
  accept_fee: 'rma:action.acceptFee',
  ask_by_link: 'rma:action.askByLink',
  pay: 'rma:action.pay',
  refund: 'rma:action.refund',
  deliver: 'sending:deliver.action',
  hand_over: 'rma:action.handover',
  hand_back: 'rma:action.handBack',
  store: 'pickup:place.action',
  move_on: 'rma:action.moveOn',
  send_back: 'rma:action.rework',
  return_unrepaired: 'piece:unrepaired.menu',
  edit_findings: 'decisions:action.findings',
  replace: 'decisions:action.replace',
  hold: 'decisions:action.hold',
  release: 'decisions:action.release',
  request_waiver: 'decisions:action.requestWaiver',
  override_fee: 'decisions:action.overrideFee',
  reject: 'rma:action.reject',
  undo: 'rma:action.undo',
  edit: 'rma:action.edit',
  copy: 'rma:action.copy',
  cancel: 'rma:action.cancel',
};

/** Ways back and aside: never the main thing to do, even where nothing else is left. */
const WAYS_BACK: ReadonlySet<ItemAction> = new Set([
  'edit_findings',
  'replace',
  'hold',
  'request_waiver',
  'override_fee',
  'undo',
  'edit',
  'copy',
  'cancel',
  'send_back',
  'return_unrepaired',
  'reject',
]);

/**
 * Two actions as buttons, the others behind the menu. Ways back other than the undo stand in the menu wherever there is
 * a way on: rows change while one aims, and a button must not turn into its opposite under the pointer.
 */
function placed(actions: readonly ItemAction[], isFeeMissing: boolean) {
  const isMain = (action: ItemAction) => isFeeMissing && action === 'override_fee';
  const shown = actions.filter((action) => action === 'undo' || isMain(action) || !WAYS_BACK.has(action));
  const [main = actions[0], second] = shown;
  return { main, second, rest: actions.filter((action) => action !== main && action !== second) };
}

/** What the person may do with the piece now. The undo ends at a set moment: then it is drawn again. */
export function useActions(item: ItemView): readonly ItemAction[] {
  const { user, allPermission } = useSession().view;
  usePast(item.undo?.until);
  const asker = { userId: user.id, isShop: user.user_type === 'shop', permissions: allPermission };
  return actionsOf(item, asker, serverNow());
}

/** The main action as a button, one more beside it, the rest behind the menu. `ready`: what can be handed over at once. */
export function ActionBar({ item, ready }: { item: ItemView; ready: readonly ItemView[] }) {
  const { t } = useTranslation(['rma', 'piece', 'decisions', 'sending', 'pickup']);
  const { user } = useSession().view;
  const format = useStaffFormat();
  const navigate = useNavigate();
  const [open, setOpen] = useState<ItemAction | null>(null);
  const undo = useUndoMove({ reason: t('rma:undoReason'), done: t('rma:undone') });
  // Opening the detail reads the reasons to reject, so that the question stands there whole (product/rma.md §6).
  useQuery(rejectReasonsQuery(user.user_type === 'shop' ? 'store' : 'operation'));
  const { main, second, rest } = placed(useActions(item), item.fee_missing);
  if (main === undefined) return null;

  const run = (action: ItemAction) => {
    if (action === 'pack') return void navigate(`/preparePackage?item=${item.id}`);
    if (action === 'receive')
      return void navigate(`/receivedpackage?tracking=${encodeURIComponent(item.tracking_number)}`);
    if (action === 'edit') return void navigate(`/createRma?edit=${item.rma_id}`);
    if (action === 'copy') return void navigate(`/createRma?copy=${item.rma_id}`);
    if (action === 'undo') return undo.mutate(item);
    return setOpen(action);
  };
  const words = (action: ItemAction) => {
    if (action === 'hand_over' && ready.some(({ id }) => id === item.id))
      return t('pickup:handOver', { count: ready.length });
    return action === 'undo' && item.undo !== null
      ? `${t(WORDS.undo)} · ${t('rma:action.undoUntil', { time: format.time(item.undo.until) })}`
      : t(WORDS[action]);
  };
  return (
    <div className="row wrap action-bar" data-testid="action-bar">
      {/* Keyed by what they do: a click on a button that has just gone reaches nothing. */}
      <Button
        key={main}
        variant={WAYS_BACK.has(main) && !item.fee_missing ? 'plain' : 'primary'}
        onClick={() => run(main)}
        busy={main === 'undo' && undo.isPending}
        testId={`action-${main}`}
      >
        {words(main)}
      </Button>
      {second !== undefined && (
        <Button
          key={second}
          onClick={() => run(second)}
          busy={second === 'undo' && undo.isPending}
          testId={`action-${second}`}
        >
          {words(second)}
        </Button>
      )}
      {rest.length > 0 && (
        <Menu
          label={t('rma:action.more')}
          testId="action-menu"
          groups={[
            {
              key: 'actions',
              items: rest.map((action) => ({
                key: `action-${action}`,
                label: words(action),
                onSelect: () => run(action),
              })),
            },
          ]}
          trigger={moreTrigger(t('rma:action.more'))}
        />
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <ActionDialog action={open} item={item} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}

const moreTrigger = (label: string) => (attributes: MenuTriggerAttributes) => (
  <IconButton icon={<Ellipsis aria-hidden />} label={label} testId="action-more" {...attributes} />
);
