import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import type { ReceiptView } from '@atelier/contracts/shipping/receiving-schema.ts';
import { Check, Scale, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { readPackageGrams } from '../../../lib/i18n/typed-number.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormText } from '../../../shared/form/form-field.tsx';
import { type Issues, useIssueForm } from '../../../shared/form/use-issue-form.ts';
import type { Receiving } from './use-receiving.ts';

export interface ArrivalPanelProps {
  receipt: ReceiptView;
  /** Null where it is only looked at. */
  receiving: Receiving | null;
}

/** Seal number and gross weight beside what was sent: what differs is shown, never refused (product/shipping.md §6). */
export function ArrivalPanel({ receipt, receiving }: ArrivalPanelProps) {
  const { t } = useTranslation('receiving');
  const { arrival } = receipt;
  const [isOpen, setOpen] = useState(false);
  const isAsked = receiving !== null && (arrival === null || isOpen);
  return (
    <Panel
      title={t('arrival.title')}
      testId="arrival-panel"
      action={
        receiving !== null &&
        arrival !== null &&
        !isOpen && (
          <Button variant="quiet" onClick={() => setOpen(true)} testId="arrival-change">
            {t('arrival.change')}
          </Button>
        )
      }
    >
      <div className="arrival">
        <Ends receipt={receipt} />
        {isAsked && <Reading receipt={receipt} receiving={receiving} onNoted={() => setOpen(false)} />}
      </div>
    </Panel>
  );
}

/** What was sent, what arrived, and whether the two agree, one line each. */
function Ends({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation('receiving');
  const format = useStaffFormat();
  const { shipment, arrival } = receipt;
  const grams = (value: number | null) =>
    value === null ? null : t('terms:grams', { value: format.number(value) });
  const rows = [
    { key: 'seal_number', sent: shipment.seal_number || null, arrived: arrival?.seal_number || null },
    {
      key: 'gross_weight',
      sent: grams(shipment.gross_weight),
      arrived: grams(arrival?.gross_weight ?? null),
    },
  ] as const;
  return (
    <table className="ends">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('arrival.title')}</span>
          </th>
          <th scope="col">{t('arrival.sent')}</th>
          <th scope="col">{t('arrival.arrived')}</th>
          <th scope="col">
            <span className="sr-only">{t('arrival.compared')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, sent, arrived }) => (
          <tr key={key} data-testid={`arrival-${key}`}>
            <th scope="row">{t(`arrival.${key}`)}</th>
            <td className="num">{sent === null ? <Nothing /> : <bdi>{sent}</bdi>}</td>
            <td className="num">{arrived === null ? <Nothing /> : <bdi>{arrived}</bdi>}</td>
            <td>
              <Agreement
                differs={arrival?.differs.includes(key) ?? false}
                isCompared={sent !== null && arrived !== null}
                words={t(`arrival.differs.${key}`)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing() {
  const { t } = useTranslation('receiving');
  return <span className="faint small">{t('arrival.none')}</span>;
}

interface AgreementProps {
  differs: boolean;
  isCompared: boolean;
  words: string;
}

function Agreement({ differs, isCompared, words }: AgreementProps) {
  const { t } = useTranslation('receiving');
  if (!isCompared) return null;
  return differs ? (
    <span className="mark middle gap-5 nowrap missing small" data-testid="differs">
      <TriangleAlert size={14} aria-hidden /> {words}
    </span>
  ) : (
    <span className="mark middle gap-5 nowrap scanned small" data-saved data-testid="agrees">
      <Check size={14} aria-hidden /> {t('arrival.agrees')}
    </span>
  );
}

interface ReadingProps {
  receipt: ReceiptView;
  receiving: Receiving;
  onNoted: () => void;
}

interface Noted {
  readonly seal: string;
  readonly weight: string;
}

/** Keys of texts, by field: one of the two is enough. */
const notedIssues = ({ seal, weight }: Noted): Issues<Noted> => ({
  ...(seal.trim() === '' && weight.trim() === '' && { seal: 'needOne' }),
  ...(readGrams(weight) === null && { weight: 'weightInvalid' }),
});

function Reading({ receipt, receiving, onNoted }: ReadingProps) {
  const { t } = useTranslation('receiving');
  const { arrival } = receipt;
  const { form } = useIssueForm<Noted>({
    defaultValues: {
      seal: arrival?.seal_number ?? '',
      weight: arrival?.gross_weight?.toString() ?? '',
    },
    issuesOf: notedIssues,
    wordsOf: (key) => t(`arrival.${key}`),
  });
  const note = form.handleSubmit(({ seal, weight }) => {
    const grams = readGrams(weight) ?? undefined;
    const reading = {
      ...(seal.trim() !== '' && { seal_number: seal.trim() }),
      ...(grams !== undefined && { gross_weight: grams }),
    };
    receiving.arrival.mutate(reading, { onSuccess: onNoted });
  });
  return (
    <div className="reading">
      <FormText
        form={form}
        name="seal"
        label={t('arrival.seal_number')}
        dir="ltr"
        maxLength={PARCEL_LIMITS.sealNumber}
        testId="arrival-seal"
      />
      <FormText
        form={form}
        name="weight"
        deps="seal"
        label={t('arrival.inGrams')}
        dir="ltr"
        inputMode="decimal"
        maxLength={12}
        issue={readGrams(form.watch('weight')) === null ? t('arrival.weightInvalid') : undefined}
        testId="arrival-weight"
      />
      <Button
        icon={<Scale size={16} aria-hidden />}
        busy={receiving.arrival.isPending}
        onClick={() => void note()}
        testId="arrival-note"
      >
        {t('arrival.note')}
      </Button>
    </div>
  );
}

/** Undefined while nothing is typed, null for what is no weight. */
function readGrams(typed: string): number | null | undefined {
  if (typed.trim() === '') return undefined;
  const grams = readPackageGrams(typed);
  return grams !== null && grams > 0 ? grams : null;
}
