import { emailKey } from '@atelier/domain/contract/codes.ts';
import { EMAIL } from '@atelier/domain/contract/limits.ts';
import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import { fullName } from '@atelier/domain/deposit/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { contactsQuery } from '../queries.ts';
import type { RmaValues } from '../form-values.ts';
import { useTyped } from '../use-typed.ts';

/** Whether this shop has deposits of the address that is typed: it may be a client who is known here already. */
export function EarlierDeposits() {
  const { t } = useTranslation('deposit');
  const { control } = useFormContext<RmaValues>();
  const format = useStaffFormat();
  const email = useTyped(useWatch({ control, name: 'email' }).trim());
  const found = useQuery({ ...contactsQuery(email), enabled: EMAIL.test(email) });
  const theirs = (found.data?.data ?? []).filter(
    (each) => each.deposits > 0 && each.email !== null && emailKey(each.email) === emailKey(email),
  );
  if (theirs.length === 0) return null;
  const number = theirs.reduce((sum, { deposits }) => sum + deposits, 0);
  return (
    <Banner tone="info" title={t('earlier', { number: format.number(number) })} testId="earlier-deposits">
      <ul className="duplicates">
        {theirs.map((client) => (
          <li key={`${client.id ?? ''}-${client.rma_id ?? ''}`} className="row wrap small">
            <Client client={client} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** A new window: what is typed here stays. */
function Client({ client }: { client: ContactView }) {
  const name = <bdi>{fullName(client.firstname, client.lastname)}</bdi>;
  if (client.rma_id === null) return name;
  return (
    <Link to={`/readRma?id=${client.rma_id}`} target="_blank" className="link" data-testid="earlier-link">
      {name}
    </Link>
  );
}
