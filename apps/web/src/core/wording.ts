/** Words that differ by what is looked at: pages of texts say text where others say defect. */
import { families, hasTexts, type FamilyId } from '@loupe/contract';
import { useScene } from './scene.tsx';

/** No interface: options of a translation are open. */
type Wording = { context?: 'texts' };
const texts: Wording = { context: 'texts' };
const plain: Wording = {};

/** As `useWording`, of what belongs to a family wherever it is shown. */
export const wordingOf = (family: FamilyId): Wording => (hasTexts(families[family]) ? texts : plain);

/** `t(key, useWording())` takes the words of `key_texts` on pages of texts, where there are such. */
export const useWording = (): Wording => {
  const scene = useScene();
  return scene ? wordingOf(scene.family) : plain;
};
