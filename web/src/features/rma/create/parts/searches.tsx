import type { CustomerView } from '@atelier/domain/reference/schema.ts';
import { useState } from 'react';
import { CustomerSearch } from './customer-search.tsx';
import { OrderSearch } from './order-search.tsx';
import { OtherBuyer } from './other-buyer.tsx';

/** Two ways to begin from what is known: the customer, or what was sold. */
export function Searches() {
  const [buyer, setBuyer] = useState<CustomerView | null>(null);
  return (
    <>
      <div className="searches">
        <CustomerSearch />
        <OrderSearch onBuyer={setBuyer} />
      </div>
      <OtherBuyer buyer={buyer} />
    </>
  );
}
