/** Characters of the reference by which a customer asks for a status. */
export const CUSTOMER_REFERENCE_LENGTH = 64;
