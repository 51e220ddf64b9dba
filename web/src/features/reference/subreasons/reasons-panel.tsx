import { useTranslation } from 'react-i18next';
import { ListRow } from '../../../shared/paged-table/paged-table.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useTextIn } from '../../../shared/item/reasons.ts';
import { useReadReasonsAgain, type SystemReasonView } from '../queries.ts';

interface ReasonsPanelProps {
  reasons: readonly SystemReasonView[];
  chosenId: number;
  onChoose: (id: number) => void;
}

/** What a shop may claim and a factory may find; each offered, or no more. */
export function ReasonsPanel({ reasons, chosenId, onChoose }: ReasonsPanelProps) {
  const { t } = useTranslation('subreasons');
  const { number } = useStaffFormat();
  return (
    <Panel title={t('reasons')} aside={number(reasons.length)} testId="reasons">
      <ul className="list">
        {reasons.map((reason) => (
          <ReasonRow
            key={reason.id}
            reason={reason}
            isChosen={reason.id === chosenId}
            onChoose={() => onChoose(reason.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface ReasonRowProps {
  reason: SystemReasonView;
  isChosen: boolean;
  onChoose: () => void;
}

function ReasonRow({ reason, isChosen, onChoose }: ReasonRowProps) {
  const { t } = useTranslation('subreasons');
  const name = useTextIn()(reason.names);
  return (
    <ListRow
      className="reason-row"
      version={reason.version}
      testId={`reason-${reason.id}`}
      data-chosen={isChosen}
      data-active={reason.IsActive}
    >
      <button
        type="button"
        className="words reason-choose"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        data-testid={`choose-reason-${reason.id}`}
      >
        <bdi className="strong">{name}</bdi>
        <span className="small muted">{t('count', { count: reason.sub_reason_count })}</span>
      </button>
      <ReasonSwitch reason={reason} name={name} />
    </ListRow>
  );
}

/** Offered for new pieces, or no more; old ones keep it. */
function ReasonSwitch({ reason, name }: { reason: SystemReasonView; name: string }) {
  const { t } = useTranslation('subreasons');
  const readAgain = useReadReasonsAgain();
  const turn = useCommand(
    (IsActive: boolean) => ({
      path: '/system/reason/switch',
      body: { id: reason.id, IsActive },
      ifMatch: reason.version,
    }),
    {
      done: ({ data }) => t(data.IsActive ? 'offered' : 'withheld', { name }),
      onSettled: readAgain,
    },
  );
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={reason.IsActive}
        checked={reason.IsActive}
        disabled={turn.isPending}
        onChange={(event) => turn.mutate(event.target.checked)}
        aria-label={t('offer', { name })}
        data-testid={`switch-reason-${reason.id}`}
      />
      <span className="small" aria-hidden>
        {t(reason.IsActive ? 'on' : 'off')}
      </span>
    </label>
  );
}
