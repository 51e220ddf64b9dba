import type { RmaView } from '@atelier/contracts/repair-detail/schema.ts';
import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { MarkList } from '../../shared/marks/mark-list.tsx';
import { reasonsQuery, useTextIn } from '../../shared/item/reasons.ts';
import { FactList, type Fact } from './facts-part.tsx';
import { PartState } from './part-state.tsx';

interface FilePartProps {
  deposit: RmaView;
  file: UseQueryResult<ApiResponse<ItemFileView>>;
}

/** The rest of the file, as it was filled in at the deposit and changed since. */
export function FilePart({ deposit, file }: FilePartProps) {
  const { t } = useTranslation(['search', 'deposit']);
  const view = file.data?.data;
  if (view === undefined) {
    return (
      <section className="part" data-testid="file-part">
        <h3>{t('detail.file')}</h3>
        <PartState part={file} rows={5} />
      </section>
    );
  }
  return <WholeFile deposit={deposit} view={view} />;
}

function WholeFile({ deposit, view }: { deposit: RmaView; view: ItemFileView }) {
  const { t } = useTranslation(['search', 'deposit']);
  const facts = [...useOrderFacts(deposit, view), ...usePieceFacts(view), ...useClaimFacts(view)];
  return <FactList title={t('detail.file')} testId="file-part" facts={facts} />;
}

/** How it was bought, and how it goes back. */
function useOrderFacts(deposit: RmaView, view: ItemFileView): Fact[] {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  const { platform_type: platform, fulfilled_date: fulfilled } = deposit;
  return [
    {
      key: 'platform',
      label: t('deposit:field.platform_type'),
      value: t(`deposit:platform.${platform}`, platform),
    },
    {
      key: 'fulfilled',
      label: t('deposit:field.fulfilled_date'),
      value: fulfilled === null ? '' : format.date(fulfilled),
    },
    { key: 'order-id', label: t('deposit:field.original_order_id'), value: deposit.original_order_id },
    { key: 'delivery', label: t('deposit:field.delivery'), value: t(`deposit:delivery.${view.delivery}`) },
    {
      key: 'agent',
      label: t('deposit:field.is_agent'),
      value: deposit.is_agent && <span aria-hidden>✓</span>,
    },
  ];
}

/** Weights, certificate, sequence number. */
function usePieceFacts(view: ItemFileView): Fact[] {
  const { t } = useTranslation(['rma', 'deposit', 'image']);
  const { number } = useStaffFormat();
  const weight = (value: number | null) => value !== null && <span className="num">{number(value)}</span>;
  return [
    { key: 'total', label: t('deposit:field.total_weight'), value: weight(view.total_weight) },
    {
      key: 'condition',
      label: t('image:marks.title'),
      value: view.marks.length > 0 && <MarkList marks={view.marks} testId="file-marks" />,
    },
    { key: 'gold', label: t('deposit:field.gold_weight'), value: weight(view.gold_weight) },
    { key: 'carat', label: t('deposit:field.carat_weight'), value: weight(view.carat_weight) },
    {
      key: 'sequence',
      label: t('deposit:gold.sequence'),
      value: [...new Set([view.certificate_no, view.sequence_number])].filter(Boolean).join(' · '),
    },
  ];
}

/** What was claimed, answered and decided: sub-reasons, renewals, the survey, the warranty by hand. */
function useClaimFacts(view: ItemFileView): Fact[] {
  const { t } = useTranslation(['rma', 'search', 'deposit']);
  const { list } = useStaffFormat();
  const { exchange_survey: survey, warranty_override: override } = view;
  return [
    { key: 'sub', label: t('search:detail.subReasons'), value: useSubReasons(view.sub_reasons) },
    {
      key: 'renew',
      label: t('deposit:field.renew_reasons'),
      value: list(view.renew_reasons.map((reason) => t(`deposit:renew.${reason}`, reason))),
    },
    {
      key: 'survey',
      label: t('deposit:survey.title'),
      value:
        survey &&
        [t(`deposit:survey.${survey.reason}`, survey.reason), survey.comment].filter(Boolean).join(': '),
    },
    {
      key: 'extended',
      label: t('deposit:field.extended_warranty'),
      value: view.extended_warranty && <span aria-hidden>✓</span>,
    },
    {
      key: 'override',
      label: t('deposit:override.title'),
      value:
        override &&
        `${t(override.in_warranty ? 'deposit:override.in' : 'deposit:override.out')}: ${override.reason}`,
    },
    { key: 'remark', label: t('deposit:field.store_remark'), value: view.store_remark },
    {
      key: 'fake',
      label: t('deposit:fake.title'),
      value: view.fake_product.map(({ remark }) => remark).join(' · '),
    },
  ];
}

/** Sub-reasons by their names; one that is no longer offered is left out, as its number means nothing to a reader. */
function useSubReasons(ids: readonly number[]): string {
  const { list } = useStaffFormat();
  const inWords = useTextIn();
  const reasons = useQuery(reasonsQuery()).data?.data ?? [];
  const names = reasons
    .flatMap((reason) => reason.sub_reasons)
    .filter(({ id }) => ids.includes(id))
    .map(({ names }) => inWords(names));
  return list(names);
}
