import { CustomerSearch } from './customer-search.tsx';
import { OrderSearch } from './order-search.tsx';

/** Two ways to begin from what is known: the customer, or what was sold. */
export const Searches = () => (
  <div className="searches">
    <CustomerSearch />
    <OrderSearch />
  </div>
);
