import type { RmaReasonView } from '@atelier/contracts/reference/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Checkbox, ChoiceCards, type ChoiceOption } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { draftDifference } from '../decisions/difference.ts';
import { DifferenceLines } from '../decisions/difference-part.tsx';
import { reasonsQuery, useTextIn } from '../item/reasons.ts';
import { sitesQuery } from '../queries/sites.ts';
import { CostTag } from './cost-tag.tsx';
import { lockedCauses, withReason, type FindingsDraft } from './findings-state.ts';

export interface QualityPanelProps {
  item: ItemView | null;
  draft: FindingsDraft | null;
  isSaved: boolean;
  /** Chosen here and not saved yet. */
  isKept?: boolean;
  onChange: (draft: FindingsDraft) => void;
}

/** What the factory finds, at targets 3 and 19: four choices, locked ones first with their reason (product/repair.md §10). */
export function QualityPanel({ item, draft, isSaved, isKept, onChange }: QualityPanelProps) {
  const { t } = useTranslation('repair');
  const note = item === null ? undefined : <bdi>{t('quality.for', { number: item.number })}</bdi>;
  return (
    <Panel
      title={t('terms:field.cause')}
      aside={note}
      padded
      testId="quality-panel"
      action={draft !== null && <CostTag cause={draft.cause} />}
    >
      {item === null || draft === null ? (
        <p className="muted">{t('quality.pick')}</p>
      ) : (
        <div className="stack">
          <QualityFields item={item} draft={draft} isSaved={isSaved} onChange={onChange} />
          <p className="small muted" data-testid="quality-note">
            {t(noteOf(isSaved, isKept ?? false))}
          </p>
        </div>
      )}
    </Panel>
  );
}

const noteOf = (isSaved: boolean, isKept: boolean) =>
  isSaved ? 'quality.savedAlready' : isKept ? 'quality.kept' : 'quality.withValidate';

type ChoicesProps = QualityPanelProps & { item: ItemView; draft: FindingsDraft };

/** The choices themselves: the same wherever findings are noted. */
export function QualityFields({ item, draft, isSaved, onChange }: ChoicesProps) {
  const { t } = useTranslation('repair');
  return (
    <>
      <CauseChoices item={item} draft={draft} isSaved={isSaved} onChange={onChange} />
      <div className="quality-more columns at-end">
        <FactoryField
          value={draft.originalFactory}
          isSaved={isSaved}
          onChange={(originalFactory) => onChange({ ...draft, originalFactory })}
        />
        <Checkbox
          label={t('quality.isQualityIssue')}
          checked={draft.isQualityIssue}
          disabled={isSaved}
          onChange={(isQualityIssue) => onChange({ ...draft, isQualityIssue })}
          testId="quality-issue"
        />
      </div>
      <FoundReasons draft={draft} isSaved={isSaved} onChange={onChange} />
      <DraftDifference item={item} draft={draft} />
    </>
  );
}

/** Says before it is saved that the shop claimed otherwise: such a piece goes to the SAV check next. */
function DraftDifference({ item, draft }: Pick<ChoicesProps, 'item' | 'draft'>) {
  const { t } = useTranslation('decisions');
  const difference = draftDifference(item, draft);
  if (difference === null) return null;
  return (
    <div className="difference stack" role="status" data-testid="draft-difference">
      <span className="strong">{t('difference.title')}</span>
      <DifferenceLines item={item} difference={difference} cause={draft.cause} />
      <span className="small">{t('difference.next')}</span>
    </div>
  );
}

/** Why a cause is locked, in words with the dates behind it. */
function useLockReason(item: ItemView): (cause: string) => string {
  const { t } = useTranslation('repair');
  const format = useStaffFormat();
  return (cause) => {
    if (cause === 'SAV Repair Issue')
      return t('quality.lock.repairs', { count: item.repair_history.total_180 });
    if (item.purchase_date === null || item.warranty_until === null) return t('quality.lock.warrantyUnknown');
    return t('quality.lock.warranty', {
      date: format.date(item.purchase_date),
      until: format.date(item.warranty_until),
    });
  };
}

function CauseChoices({ item, draft, isSaved, onChange }: ChoicesProps) {
  const { t } = useTranslation(['repair', 'values']);
  const whyLocked = useLockReason(item);
  const isLocked = lockedCauses(item).length > 0;
  const options = item.QualityInvestigateOptions.toSorted((a, b) => Number(b.locked) - Number(a.locked)).map(
    ({ value, locked }): ChoiceOption<string> => ({
      value,
      label: t(`values:cause.${value}`, value),
      locked,
      disabled: isSaved || isLocked,
      note: locked ? whyLocked(value) : undefined,
      testId: `cause-${value}`,
    }),
  );
  return (
    <>
      <ChoiceCards
        label={t('terms:field.cause')}
        hideLabel
        value={draft.cause}
        options={options}
        onChange={(cause) => onChange({ ...draft, cause })}
      />
      {isLocked && <p className="small muted">{t('quality.lockedHint')}</p>}
    </>
  );
}

function FactoryField({
  value,
  isSaved,
  onChange,
}: {
  value: string;
  isSaved: boolean;
  onChange: (factory: string) => void;
}) {
  const { t } = useTranslation('repair');
  const sites = useQuery(sitesQuery()).data?.data;
  const factories = (sites ?? [])
    .filter((site) => site.kind === 'factory')
    .map(({ code, name }) => ({ value: code, label: name }));
  const known = [{ value: 'SAV', label: 'SAV' }, ...factories];
  const options = known.some((option) => option.value === value)
    ? known
    : [...known, { value, label: value }];
  return (
    <Select
      label={t('quality.originalFactory')}
      options={options}
      value={value}
      disabled={isSaved}
      onChange={(event) => onChange(event.target.value)}
      testId="original-factory"
    />
  );
}

type ReasonsProps = Pick<ChoicesProps, 'draft' | 'isSaved' | 'onChange'>;

/** The reasons the factory finds, folded away: most pieces need none beside the cause. */
function FoundReasons({ draft, isSaved, onChange }: ReasonsProps) {
  const { t } = useTranslation('repair');
  const reasons = useQuery(reasonsQuery()).data?.data;
  return (
    <details className="found-reasons">
      <summary>{t('quality.showReasons', { count: draft.reasons.length })}</summary>
      <div className="found-grid">
        {(reasons ?? []).map((reason) => (
          <FoundReason key={reason.id} reason={reason} draft={draft} isSaved={isSaved} onChange={onChange} />
        ))}
      </div>
    </details>
  );
}

function FoundReason({ reason, draft, isSaved, onChange }: ReasonsProps & { reason: RmaReasonView }) {
  const inWords = useTextIn();
  const isOn = draft.reasons.includes(reason.id);
  const subIds = reason.sub_reasons.map((sub) => sub.id);
  const toggleSub = (id: number, on: boolean) =>
    onChange({
      ...draft,
      subReasons: on ? [...draft.subReasons, id] : draft.subReasons.filter((one) => one !== id),
    });
  return (
    <div className="found-reason">
      <Checkbox
        label={inWords(reason.names)}
        checked={isOn}
        disabled={isSaved}
        onChange={(on) => onChange(withReason(draft, reason.id, subIds, on))}
      />
      {isOn && (
        <div className="found-subs">
          {reason.sub_reasons.map((sub) => (
            <Checkbox
              key={sub.id}
              label={inWords(sub.names)}
              checked={draft.subReasons.includes(sub.id)}
              disabled={isSaved}
              onChange={(on) => toggleSub(sub.id, on)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
