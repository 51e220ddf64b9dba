import { fullName } from '@atelier/domain/deposit/names.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { Languages, Mail, MapPin, PenLine, Phone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { nameOf } from '../../../lib/i18n/languages.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RmaValues } from '../form-values.ts';
import { withoutCustomer } from '../prefill.ts';
import { useFill } from '../use-fill.ts';
import { OpenRepairs } from './open-repairs.tsx';
import { ASKED_ON_CARD } from './asked-on-card.ts';
import { AgentField } from '../parts/agent-field.tsx';
import { DeliveryField } from '../parts/delivery-field.tsx';
import { FormText } from '../parts/form-field.tsx';
import { usePlaces } from '../parts/use-places.ts';
import { initials } from '../../../shared/item/initials.ts';

/** A client of the register: how to reach them, what their record lacks, who brings the piece, and how it goes back. */
export function ClientCard({ onChange, onForget }: { onChange: () => void; onForget: () => void }) {
  const { t } = useTranslation(['steps', 'deposit']);
  const { control, getValues } = useFormContext<RmaValues>();
  const format = useStaffFormat();
  // Whether the country asks for a province or a city is found here as well as beside the fields.
  usePlaces();
  const client = useWatch({ control, compute: () => getValues() });
  const [lacking] = useState(() => ASKED_ON_CARD.filter((name) => getValues(name).trim() === ''));
  const fill = useFill();
  const name = client.customer_name || fullName(client.firstname, client.lastname);
  const forget = () => {
    fill(withoutCustomer());
    onForget();
  };
  const place = [client.address, client.city, client.province, format.country(client.country)];
  return (
    <Panel
      title={
        <span className="row gap-10">
          <span className="client-initials" aria-hidden>
            {initials(name)}
          </span>
          <bdi>{name}</bdi>
        </span>
      }
      action={
        <span className="row">
          <Button
            variant="quiet"
            icon={<PenLine size={15} aria-hidden />}
            onClick={onChange}
            testId="client-change"
          >
            {t('steps:change')}
          </Button>
          <IconButton
            icon={<X size={16} aria-hidden />}
            label={t('deposit:search.forget')}
            onClick={forget}
            testId="customer-forget"
          />
        </span>
      }
      padded
      testId="client-card"
    >
      <div className="stack">
        <ul className="client-lines">
          <Line icon={<Phone size={16} aria-hidden />}>
            <bdi className="num">{`+${client.phone_code} ${client.phone}`}</bdi>
          </Line>
          {!lacking.includes('email') && (
            <Line icon={<Mail size={16} aria-hidden />}>
              <bdi>{client.email}</bdi>
            </Line>
          )}
          <Line icon={<MapPin size={16} aria-hidden />}>
            <bdi>{place.filter(Boolean).join(', ')}</bdi>
          </Line>
          <Line icon={<Languages size={16} aria-hidden />}>
            {t('steps:card.language', { language: nameOf(client.language) })}
          </Line>
        </ul>
        {client.customer_id !== null && <OpenRepairs customerId={client.customer_id} />}
        {lacking.map((name) => (
          <FormText
            key={name}
            name={name}
            required
            dir={name === 'email' ? 'ltr' : undefined}
            maxLength={TEXT_LENGTH.email}
          />
        ))}
        <AgentField />
        <div className="delivery">
          <DeliveryField />
        </div>
      </div>
    </Panel>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="row">
    <span className="faint">{icon}</span>
    {children}
  </li>
);
