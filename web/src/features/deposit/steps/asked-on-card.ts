/** What the record of a client may lack, asked on the card. */
export const ASKED_ON_CARD = ['email', 'address', 'receiver_name', 'receiver_phone'] as const;
