/** Which addresses are lists, whose search and page are remembered. */
import { parseSearch } from '../core/search.ts';
import { scenes } from '../families/scenes.ts';
import { pages } from './pages.ts';

const paths = new Set([...scenes, ...pages].map(({ path }) => path));
/** There, an id shows one model in place of all: the menu leads to all. */
const ofModels = new Set(scenes.filter(({ screen }) => screen === 'ModelList').map(({ path }) => path));

export const isList = (path: string, search: string): boolean =>
  paths.has(path) && !(ofModels.has(path) && 'id' in parseSearch(search));
