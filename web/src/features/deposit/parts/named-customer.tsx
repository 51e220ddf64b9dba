import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { customerRecordQuery } from '../../../shared/queries/reference.ts';
import { fromCustomer } from '../prefill.ts';
import { useFill } from '../use-fill.ts';
import { useTakeLine } from '../steps/use-take-line.ts';

/**
 * `/createRma?customer_id=&invoice=&line=`: the client search names the customer, and a purchase of theirs that is brought; the
 * form begins with both. Taken out of the address once it is filled in, so that a reload brings back the draft and not the
 * record over it.
 */
export function NamedCustomer() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('customer_id'));
  const isNamed = Number.isSafeInteger(id) && id > 0;
  const record = useQuery({ ...customerRecordQuery(id), enabled: isNamed });
  const found = isNamed ? record.data?.data : undefined;
  const [invoice, line] = [params.get('invoice'), Number(params.get('line'))];
  const fill = useFill();
  const { take } = useTakeLine();
  const latest = useRef({ fill, take, setParams });
  useEffect(() => {
    latest.current = { fill, take, setParams };
  });
  useEffect(() => {
    if (found === undefined) return;
    latest.current.fill(fromCustomer(found.customer));
    const order = found.orders.find((each) => each.invoice_no === invoice);
    const brought = order?.lines.find((each) => each.line_no === line);
    if (order !== undefined && brought !== undefined) latest.current.take(brought, order);
    latest.current.setParams(withoutNames, { replace: true });
  }, [found, invoice, line]);
  return isNamed && record.isError ? <Banner tone="warn">{errorWords(record.error).title}</Banner> : null;
}

function withoutNames(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const name of ['customer_id', 'invoice', 'line']) after.delete(name);
  return after;
}
