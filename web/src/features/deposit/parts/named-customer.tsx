import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { customerRecordQuery } from '../../../shared/queries/reference.ts';
import { fromCustomer } from '../prefill.ts';
import { useFill } from '../use-fill.ts';

/**
 * `/createRma?customer_id=`: the client search names the customer, and the form begins with their record. Taken out of
 * the address once it is filled in, so that a reload brings back the draft and not the record over it.
 */
export function NamedCustomer() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('customer_id'));
  const isNamed = Number.isSafeInteger(id) && id > 0;
  const record = useQuery({ ...customerRecordQuery(id), enabled: isNamed });
  const customer = isNamed ? record.data?.data.customer : undefined;
  const fill = useFill();
  const latest = useRef({ fill, setParams });
  useEffect(() => {
    latest.current = { fill, setParams };
  });
  useEffect(() => {
    if (customer === undefined) return;
    latest.current.fill(fromCustomer(customer));
    latest.current.setParams(withoutId, { replace: true });
  }, [customer]);
  return isNamed && record.isError ? <Banner tone="warn">{errorWords(record.error).title}</Banner> : null;
}

function withoutId(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete('customer_id');
  return after;
}
