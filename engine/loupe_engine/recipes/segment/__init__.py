"""Instance segmentation: the detector, with masks as mixtures of prototypes."""
