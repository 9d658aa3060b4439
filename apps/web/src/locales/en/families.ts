/** Texts that differ between families on screens that are otherwise the same, English. */
export const families = {
  detection: {
    intro: 'The model learns from annotated folders. Each training creates a version that you can test and put online.',
    steps: {
      name: 'Enter a plan and a function name in a project with annotated images.',
      dataTitle: 'Train',
      data: 'Select folders, check the parameters and start.',
      useTitle: 'Test and use',
      use: 'See what the model finds, then judge single images online.',
    },
    noTraining: 'Select annotated folders and check the parameters. Each completed training creates a version.',
    noTest: 'Select “Test” on a version, and pick folders that were not used for training.',
    data: 'Folders from one data set',
    choose: 'Select folders with annotated images first.',
    bare: 'Labels without objects: {{names}}',
    noFoldersTitle: 'No folder in this project has images yet',
    noFoldersText: 'Create a data set and upload images first.',
  },
  ocr: {
    intro:
      'The model finds texts on images and reads them. Fine-tune the ready-made reader, or use it without training.',
    steps: {
      name: 'Select or create a project, then enter a plan and a function name.',
      dataTitle: 'Add images',
      data: 'Upload images, mark the texts and type what they say; or let the ready-made reader pre-annotate.',
      useTitle: 'Train and judge',
      use: 'Train, test and set rules, then judge images online as OK, review or NG.',
    },
    noTraining:
      'Select folders of the training set and check the parameters; the ready-made reader needs no annotations. Each completed training creates a version.',
    noTest: 'After training, test the version on the test set.',
    data: 'Images of the training set only',
    choose: 'Add images to the training set first, then select their folders.',
    bare: 'Labels without texts: {{names}}',
    noFoldersTitle: 'The model has no images yet',
    noFoldersText: 'Add images to the training set first.',
    openNoVersion_one:
      'The texts of {{count, number}} image are not annotated yet. “{{name}}” gives you a version without training or annotations: pre-annotate the image with it, then correct instead of typing.',
    openNoVersion_other:
      'The texts of {{count, number}} images are not annotated yet. “{{name}}” gives you a version without training or annotations: pre-annotate the images with it, then correct instead of typing.',
    openImages_one:
      'The texts of {{count, number}} image are not annotated yet. Pre-annotate its folder with a version, then correct instead of typing.',
    openImages_other:
      'The texts of {{count, number}} images are not annotated yet. Pre-annotate their folders with a version, then correct instead of typing.',
    openProposed_one:
      'The predictions on {{count, number}} image have not been accepted or rejected yet, so the training leaves it out.',
    openProposed_other:
      'The predictions on {{count, number}} images have not been accepted or rejected yet, so the training leaves them out.',
    toTrainingSet: 'Go to the training set',
    chooseReady: 'Choose “{{name}}”',
    toPreannotation: 'Pre-annotate in the training set',
  },
  anomaly: {
    intro: 'The model learns from good images only and gives each image a score and a heat map. No annotation needed.',
    steps: {
      name: 'Select or create a project, then enter a plan and a function name.',
      dataTitle: 'Add images',
      data: '20 OK images for training are enough to start. NG images are optional and show how well the model works.',
      useTitle: 'Train and judge',
      use: 'Train, test and set the threshold, then judge images online as OK, review or NG.',
    },
    noTraining: 'OK images are all you need; no annotation. Each completed training creates a version.',
    noTest: 'After training, test the version on the OK and NG images set aside for testing, and set its threshold.',
    data: 'Training images only; NG images are used for validation',
    choose: 'Add OK images first, then select their folders.',
    bare: 'No NG images. Training works, but you will not know how many defects it finds.',
    noFoldersTitle: 'The model has no images yet',
    noFoldersText: 'Add OK images first.',
  },
};
