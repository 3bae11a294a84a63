/** Whose data this is: SillyTavern's user handle names the database. */
import { type UserModule } from './st-modules.ts';

export function userHandle(user: UserModule | null): string {
  const handle = user?.currentUser?.handle;
  return typeof handle === 'string' && handle !== '' ? handle : 'default-user';
}
