import type { CustomerView } from '@atelier/contracts/reference/schema.ts';
import { Suspense, useState } from 'react';
import { CustomerSearch } from './customer-search.tsx';
import { LazyOtherBuyer } from './lazy-sometimes.tsx';
import { OrderSearch } from './order-search.tsx';

/** Two ways to begin from what is known: the customer, or what was sold. */
export function Searches({ isNamed }: { isNamed: boolean }) {
  const [buyer, setBuyer] = useState<CustomerView | null>(null);
  return (
    <>
      <div className="searches grid at-start">
        <CustomerSearch isNamed={isNamed} />
        <OrderSearch onBuyer={setBuyer} />
      </div>
      {buyer !== null && (
        <Suspense fallback={null}>
          <LazyOtherBuyer buyer={buyer} />
        </Suspense>
      )}
    </>
  );
}
