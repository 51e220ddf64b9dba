/** Who holds a piece (product/custody.md §1): one of these, never nobody, never two. */
export const HOLDER_KINDS = ['site', 'shipment', 'customer', 'factory-kept', 'passed-on', 'settled'] as const;
