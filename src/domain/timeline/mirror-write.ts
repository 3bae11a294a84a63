/** What reconciling wants written into the chat file; the ports hand it on as it is. */
import { type TextHash } from '../../shared/text-hash.ts';
import { type InputMirror, type PageMirror } from './mirror.ts';

export type MirrorWrite =
  | {
      readonly kind: 'page';
      readonly at: { readonly index: number; readonly swipe: number; readonly hash: TextHash };
      readonly mirror: PageMirror;
    }
  | { readonly kind: 'input'; readonly index: number; readonly hash: TextHash; readonly mirror: InputMirror };
