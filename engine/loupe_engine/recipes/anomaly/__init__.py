"""Recipe `anomaly`: learned from images of good parts; a score and a heat map for each image."""
