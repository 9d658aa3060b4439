CREATE TABLE "preannotation_image" (
	"task_id" bigint NOT NULL,
	"image_id" bigint NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	CONSTRAINT "preannotation_image_task_id_image_id_pk" PRIMARY KEY("task_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "proposal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"image_id" bigint NOT NULL,
	"task_id" bigint,
	"version_id" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"body" "bytea" NOT NULL,
	"ids" uuid[] NOT NULL,
	"rejected" uuid[] DEFAULT '{}' NOT NULL,
	"thresholds" jsonb NOT NULL,
	"left_out" text[] DEFAULT '{}' NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "proposal_image" UNIQUE("image_id")
);
--> statement-breakpoint
CREATE TABLE "task_folder" (
	"task_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	CONSTRAINT "task_folder_task_id_folder_id_pk" PRIMARY KEY("task_id","folder_id")
);
--> statement-breakpoint
ALTER TABLE "preannotation_image" ADD CONSTRAINT "preannotation_image_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preannotation_image" ADD CONSTRAINT "preannotation_image_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_image_id_image_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."image"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_folder" ADD CONSTRAINT "task_folder_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_folder" ADD CONSTRAINT "task_folder_folder_id_folder_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folder"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "preannotation_of_image" ON "preannotation_image" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "preannotation_waiting" ON "preannotation_image" USING btree ("image_id") WHERE "preannotation_image"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "proposal_task" ON "proposal" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "task_folder_folder" ON "task_folder" USING btree ("folder_id");