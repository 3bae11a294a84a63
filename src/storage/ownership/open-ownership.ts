/** Ownership of chats with what this browser offers: Web Locks in secure contexts, leases elsewhere. */
import { type ChatOwnership } from '../../ports/chat-ownership.ts';
import { type LeaseParts, makeLeaseOwnership } from './lease-ownership.ts';
import { type Locks, makeLockOwnership } from './lock-ownership.ts';

export function openOwnership(parts: LeaseParts): ChatOwnership {
  // Missing outside secure contexts, whatever the types say.
  const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as Locks | undefined);
  return locks ? makeLockOwnership(locks) : makeLeaseOwnership(parts);
}
