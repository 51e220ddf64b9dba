import { PART_KINDS, PART_LIMITS, type PartKind } from '@atelier/domain/repair/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScansInWindow } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { CommandDialog } from '../../../../shared/form/command-dialog.tsx';
import { useRefreshItem } from '../../../../shared/item/use-refresh-item.ts';
import { itemFileQuery } from '../../../../shared/queries/item.ts';
import type { PieceDialogProps } from './piece-action.ts';
import { PartsRecords } from './parts-records.tsx';
import {
  bodyOf,
  isBlank,
  issueOf,
  isWeighed,
  type PartDraft,
  type PartsRecord,
  standingParts,
} from './parts-state.ts';

const emptyLine = (key: number): PartDraft => ({ key, kind: 'stone', code: '', amount: '' });

/** The lines of the dialog; a scanned label of stock fills the first line without a code, else a new one. */
function useLines() {
  const [lines, setLines] = useState<readonly PartDraft[]>([emptyLine(0)]);
  const nextKey = Math.max(...lines.map(({ key }) => key), -1) + 1;
  return {
    lines,
    set: setLines,
    change: (key: number, patch: Partial<PartDraft>) =>
      setLines(lines.map((line) => (line.key === key ? { ...line, ...patch } : line))),
    add: () => setLines([...lines, emptyLine(nextKey)]),
    drop: (key: number) => setLines(lines.filter((line) => line.key !== key)),
    take: (code: string) => {
      const open = lines.find((line) => line.code.trim() === '');
      if (open === undefined) setLines([...lines, { ...emptyLine(nextKey), code }]);
      else setLines(lines.map((line) => (line === open ? { ...line, code } : line)));
    },
  };
}

/** Stones, parts and metal used for the piece; a record that stands can be corrected or withdrawn. */
export function PartsDialog({ item, onClose }: PieceDialogProps) {
  const { t } = useTranslation('bench');
  const refresh = useRefreshItem(item);
  const records = standingParts(useQuery(itemFileQuery(item.id)).data?.data.parts_used ?? []);
  const { lines, set, change, add, drop, take } = useLines();
  const [corrects, setCorrects] = useState<PartsRecord | null>(null);
  const [isChecked, setChecked] = useState(false);
  useScansInWindow(take);
  const given = lines.filter((line) => !isBlank(line));
  const isReady =
    given.every((line) => issueOf(line) === undefined) && (given.length > 0 || corrects !== null);
  const correct = (record: PartsRecord) => {
    setCorrects(record);
    set(
      record.lines.map(({ kind, code, pieces, weight }, key) => ({
        key,
        kind,
        code,
        amount: String(pieces ?? weight ?? ''),
      })),
    );
  };
  const call = () => {
    setChecked(true);
    if (!isReady) return null;
    const body = { rma_item_id: item.id, lines: given.map(bodyOf) };
    return {
      path: '/rma/parts',
      body: corrects === null ? body : { ...body, corrects: corrects.record },
    } as const;
  };
  return (
    <CommandDialog
      title={t(corrects === null ? 'parts.title' : 'parts.correctTitle', { number: item.number })}
      size={620}
      testId="bench-parts-used"
      accept={t(acceptOf(corrects !== null, given.length))}
      call={call}
      done={t('parts.done', { number: item.number })}
      onDone={refresh}
      onClose={onClose}
    >
      <div className="stack gap-12">
        {corrects === null && <PartsRecords records={records} onCorrect={correct} />}
        {lines.map((line, index) => (
          <PartLine
            key={line.key}
            line={line}
            isFirst={index === 0}
            isChecked={isChecked && !isBlank(line)}
            onChange={(patch) => change(line.key, patch)}
            onDrop={() => drop(line.key)}
          />
        ))}
        <div>
          <Button
            variant="quiet"
            icon={<Plus size={16} aria-hidden />}
            disabled={lines.length >= PART_LIMITS.lines}
            onClick={add}
            testId="part-add"
          >
            {t('parts.add')}
          </Button>
        </div>
        {isChecked && !isReady && given.length === 0 && (
          <p className="field-error" role="alert">
            {t('parts.none')}
          </p>
        )}
      </div>
    </CommandDialog>
  );
}

function acceptOf(isCorrection: boolean, lines: number) {
  if (!isCorrection) return 'parts.yes';
  return lines === 0 ? 'parts.withdraw' : 'parts.correct';
}

interface PartLineProps {
  line: PartDraft;
  isFirst: boolean;
  isChecked: boolean;
  onChange: (patch: Partial<PartDraft>) => void;
  onDrop: () => void;
}

function PartLine({ line, isFirst, isChecked, onChange, onDrop }: PartLineProps) {
  const { t } = useTranslation('bench');
  const issue = isChecked ? issueOf(line) : undefined;
  const amount = isWeighed(line) ? 'weight' : 'pieces';
  return (
    <div className="part-line" data-testid="part-line">
      <Select
        label={t('parts.kind')}
        options={PART_KINDS.map((value) => ({ value, label: t(`parts.${value}`) }))}
        value={line.kind}
        onChange={(event) => onChange({ kind: event.target.value as PartKind })}
        testId="part-kind"
      />
      <TextField
        label={t('parts.code')}
        dir="ltr"
        autoComplete="off"
        autoFocus={isFirst}
        maxLength={PART_LIMITS.code}
        value={line.code}
        onChange={(event) => onChange({ code: event.target.value })}
        error={issue === 'code' ? t('parts.codeIssue') : undefined}
        testId="part-code"
      />
      <TextField
        label={t(`parts.${amount}`)}
        inputMode={isWeighed(line) ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={10}
        value={line.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
        error={issue !== undefined && issue !== 'code' ? t(`parts.${issue}Issue`) : undefined}
        testId="part-amount"
      />
      <IconButton
        icon={<Trash2 size={16} aria-hidden />}
        label={t('parts.drop')}
        onClick={onDrop}
        testId="part-drop"
      />
    </div>
  );
}
