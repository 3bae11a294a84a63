/** Lets SillyTavern forget the books it keeps in memory: whoever reads them next reads them anew. */
import { type WorldInfoModule } from './st-modules.ts';

export function forgetBooks(worldInfo: Pick<WorldInfoModule, 'worldInfoCache'> | null): void {
  worldInfo?.worldInfoCache?.clear();
}
