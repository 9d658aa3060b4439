// Rules of the house for oxlint. Its interface for plugins is young: oxlint is pinned, and a test runs these rules.
import { allModelTypes, familyIds, ImagePart, modelTypeIds, recipeIds, roleIds, taskKindIds } from '@loupe/contract';
import { foreignIds } from './foreign-ids.mjs';
import { questionsOf } from './questions.mjs';

// words of many things: they count where they stand beside what they would be an id of, or in a list of such ids
const plainWords = ['text', 'read', 'texts'];
const named = (ids) => ids.filter((id) => !plainWords.includes(id));
const predictionTypes = allModelTypes().map(({ prediction }) => prediction);

const lists = [
  // a set type is called detection as well
  { title: 'a family', ids: familyIds.all, home: /\/families\//, notBeside: /^setType$/ },
  { title: 'a model type', ids: named(modelTypeIds.all), home: /\/families\// },
  { title: 'a model type', ids: ['text', 'read'], home: /\/families\//, onlyBeside: /modelTypes?$/i },
  { title: 'a recipe', ids: recipeIds.all, home: /\/families\// },
  {
    title: 'a prediction type',
    ids: named(predictionTypes),
    home: /\/(families|predictions)\//,
  },
  {
    title: 'a prediction type',
    ids: ['texts'],
    home: /\/(families|predictions)\//,
    onlyBeside: /^(type|prediction(Type)?)$/i,
  },
  {
    title: 'a role of data sets',
    ids: roleIds.all,
    // a score map tells OK images from NG ones
    home: /\/(families|scoremap)\//,
    // ok, train and test are words of many things: they count beside the word role, or in a list of roles
    onlyBeside: /roles?$/i,
    shared: ImagePart.options,
  },
];

const layout = 'the directories OK and NG of an archive are a file format';
const maskImages = 'mask images are a file format';
/** Files that name ids although they are nobody's home, and why. */
export const exempt = {
  'packages/contract/src/core/route.ts': 'the specification gives paths that begin so',
  'apps/web/src/features/dashboard/parts/ReadyMade.tsx':
    'the scenario groups of the dashboard, as the specification names them',
  'packages/contract/src/datasets/datasets.ts': 'a set type is called detection as well',
  'packages/contract/src/engine/job.ts': 'the role of a line that names none',
  'apps/server/src/features/transfers/exports/formats/ok-ng.ts': layout,
  'apps/server/src/features/transfers/imports/contents.ts': layout,
  'apps/server/src/features/transfers/imports/layout.ts': layout,
  'apps/server/src/features/transfers/exports/formats/masks.ts': maskImages,
  'apps/server/src/features/transfers/imports/class-masks.ts': maskImages,
  'apps/server/src/features/transfers/imports/masks.ts': maskImages,
  'apps/web/src/core/scene.tsx': 'the side bar has an entry of its own for anomaly detection',
};

const familyQuestions = questionsOf({
  name: /^family(Id)?$/,
  home: /\/families\//,
  message: 'asks which family it is; that belongs into families/',
});
const taskKindQuestions = questionsOf({
  name: /^kind$/,
  texts: taskKindIds.all,
  home: /\/kinds\//,
  message: 'asks which kind of task it is; that belongs into the row or the object of the kind',
});

export default {
  meta: { name: 'house' },
  rules: {
    'foreign-ids': foreignIds(lists, exempt),
    'family-questions': familyQuestions,
    'task-kind-questions': taskKindQuestions,
  },
};
