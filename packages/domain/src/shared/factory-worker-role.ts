/** The role whose holders have no station permission until a worker signs in (product/workforce.md §1). */
export const FACTORY_WORKER_ROLE = '#INTRANET::FRONT_factory worker';
