/** Texts that differ between families on screens that are otherwise the same, English. */
export const families = {
  detection: {
    intro: 'A model learns from labelled folders. Each training creates a version that can be tested and used online.',
    steps: {
      name: 'Plan and function name, in a project with labelled images.',
      dataTitle: 'Train',
      data: 'Choose folders, check the parameters, start.',
      useTitle: 'Test and use',
      use: 'See what it finds, then let it judge single images.',
    },
    noTraining: 'Choose annotated folders and check the parameters; a completed training creates a version.',
    noTest: 'Choose “Test” on a version, and folders that were not used for training.',
    data: 'Folders of one data set',
    choose: 'Choose folders with annotated images first.',
    bare: 'Labels without any object: {{names}}',
    noFoldersTitle: 'No folder of this project has images yet',
    noFoldersText: 'Create a data set and upload images, then come back and choose.',
  },
  anomaly: {
    intro:
      'A model learns from good images alone and gives each image a score and a heat map; nothing has to be labelled.',
    steps: {
      name: 'Choose or create a project; enter plan and function name.',
      dataTitle: 'Add images',
      data: '20 OK images are enough to train; NG images are optional and check the model.',
      useTitle: 'Train and judge',
      use: 'Train, test, set the threshold, then judge images online: OK, review or NG.',
    },
    noTraining: 'OK images are all it takes, nothing has to be labelled; a completed training creates a version.',
    noTest: 'After a training, test the version on the OK and NG images of the test part, and set its threshold.',
    data: 'Images of the training part; NG images only validate',
    choose: 'Add OK images first, and choose their folders.',
    bare: 'No NG images: training works, but how many defects are found stays unknown.',
    noFoldersTitle: 'The model has no images yet',
    noFoldersText: 'Add OK images first, then come back.',
  },
};
