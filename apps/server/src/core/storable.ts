/** What files can write but the database cannot hold, NUL and halves of a sign, becomes the sign for what is unreadable. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
