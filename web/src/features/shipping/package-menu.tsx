import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { Ban, Ellipsis, Replace } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { Menu, type MenuTriggerAttributes } from '@atelier/ui/controls/menu.tsx';
import { LazyPrint } from '../../shared/documents/lazy-print.tsx';
import { CancelPackageDialog, RenumberDialog } from './lazy-package-dialogs.ts';
import { isOpen } from './queries.ts';

export interface PackageMenuProps {
  shipment: ShipmentView;
  onRenumbered: (tracking: string) => void;
}

type Asked = 'renumber' | 'cancel' | null;

const moreTrigger = (label: string) => (attributes: MenuTriggerAttributes) => (
  <IconButton icon={<Ellipsis aria-hidden />} label={label} testId="package-more" {...attributes} />
);

/** What is rarely done to a package: another number, or giving it up. */
export function PackageMenu({ shipment, onRenumbered }: PackageMenuProps) {
  const { t } = useTranslation('sending');
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const items = [
    {
      key: 'renumber',
      label: t('number.action'),
      icon: <Replace size={16} aria-hidden />,
      onSelect: () => setAsked('renumber'),
    },
    ...(isOpen(shipment)
      ? [
          {
            key: 'cancel',
            label: t('cancel.action'),
            icon: <Ban size={16} aria-hidden />,
            onSelect: () => setAsked('cancel'),
          },
        ]
      : []),
  ];
  return (
    <>
      {/* A package that has left has the button beside its facts. */}
      {isOpen(shipment) && (
        <LazyPrint look="icon" subject={{ kind: 'package', tracking: shipment.tracking_no }} />
      )}
      <Menu
        label={t('more')}
        testId="package-menu"
        groups={[{ key: 'package', items }]}
        trigger={moreTrigger(t('more'))}
      />
      <Suspense>
        {asked === 'renumber' && (
          <RenumberDialog shipment={shipment} onRenumbered={onRenumbered} onClose={close} />
        )}
        {asked === 'cancel' && <CancelPackageDialog shipment={shipment} onClose={close} />}
      </Suspense>
    </>
  );
}
