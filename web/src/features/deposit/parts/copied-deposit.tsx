import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { writeAmount } from '../../../shared/item/amount.ts';
import { copyOf } from '../copy-of.ts';
import type { RmaValues } from '../form-values.ts';
import { editedDepositQuery } from '../queries.ts';

/**
 * `/createRma?copy=`: the form begins as an earlier deposit did. Taken out of the address once it is filled in, so that a
 * reload brings back the draft and not the copy over it.
 */
export function CopiedDeposit() {
  const { i18n } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { reset } = useFormContext<RmaValues>();
  const id = Number(params.get('copy'));
  const isNamed = Number.isSafeInteger(id) && id > 0;
  const deposit = useQuery({ ...editedDepositQuery(id), enabled: isNamed });
  const found = isNamed ? deposit.data : undefined;
  const latest = useRef({ reset, setParams });
  useEffect(() => {
    latest.current = { reset, setParams };
  });
  useEffect(() => {
    if (found === undefined) return;
    const write = (minor: number, currency: string) => writeAmount(minor, currency, i18n.language);
    latest.current.reset(copyOf(found.rma, found.pieces, write), { keepDefaultValues: true });
    latest.current.setParams(withoutCopy, { replace: true });
  }, [found, i18n.language]);
  return isNamed && deposit.isError ? <Banner tone="warn">{errorWords(deposit.error).title}</Banner> : null;
}

function withoutCopy(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete('copy');
  return after;
}
